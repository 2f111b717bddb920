"use strict";
const list = document.querySelector(".items");
const items = list ? [...list.children] : [];
const key = "polytrawl " + (list ? list.dataset.head : "") + items.map((item) => item.id).join(" ");
const fields = (item) => [...item.querySelectorAll("fieldset")];
const chosen = (field) => field.querySelector("input:checked");
const isDone = (item) => fields(item).every(chosen);
const columns = list ? list.dataset.columns.split(" ") : [];
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let current = -1;

function kept() {
  try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } // a browser may forbid it
}

function tell() {
  const done = items.filter(isDone).length;
  document.getElementById("progress").textContent = `${done} of ${items.length} judged`;
}

function keep() {
  const answers = Object.fromEntries([...document.querySelectorAll(".items input:checked")].map((one) => [one.name, one.value]));
  try { localStorage.setItem(key, JSON.stringify(answers)); } catch { /* then they last as long as the page */ }
  tell();
}

function cell(item, column) {
  const field = fields(item).find((one) => one.dataset.column === column);
  return field ? chosen(field)?.value ?? "" : "-"; // a dash where it is not asked
}

function download() {
  const rows = items.map((item) => [item.dataset.row, ...columns.map((column) => cell(item, column))].join("\t") + "\n");
  const file = new Blob([`${list ? list.dataset.head : ""}\n`, ...rows], { type: "text/tab-separated-values" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = list ? list.dataset.file : "judged.tsv";
  link.click();
  URL.revokeObjectURL(link.href);
}

function mark(place) {
  items[current]?.classList.remove("current");
  current = place;
  items[current]?.classList.add("current");
}

function go(place) {
  if (!items[place]) return;
  mark(place);
  items[place].focus({ preventScroll: true });
  items[place].scrollIntoView({ behavior: calm ? "auto" : "smooth" });
}

function nextOpen() {
  const after = items.findIndex((item, place) => place > current && !isDone(item));
  go(after >= 0 ? after : items.findIndex((item) => !isDone(item)));
}

function answer(number) {
  const item = items[Math.max(current, 0)];
  const input = item?.querySelectorAll("input")[number - 1];
  if (!input) return;
  const wasDone = isDone(item);
  input.checked = true;
  keep();
  if (!wasDone && isDone(item)) nextOpen();
}

function takeBack() {
  items[current]?.querySelectorAll("input").forEach((input) => { input.checked = false; });
  keep();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key >= "1" && event.key <= "9") answer(Number(event.key));
  else if (event.key === "0") takeBack();
  else if (event.key === "j") go(current + 1);
  else if (event.key === "k") go(current - 1);
  else if (event.key === "n") nextOpen();
});
document.addEventListener("focusin", (event) => {
  const item = event.target.closest(".items > li");
  if (item) mark(items.indexOf(item));
});
document.addEventListener("change", keep);
document.getElementById("download").addEventListener("click", download);
document.getElementById("next").addEventListener("click", nextOpen);

const inputs = new Map([...document.querySelectorAll(".items input")].map((one) => [`${one.name} ${one.value}`, one]));
for (const [name, word] of Object.entries(kept())) {
  const input = inputs.get(`${name} ${word}`);
  if (input) input.checked = true;
}
const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
for (const tag of document.querySelectorAll("[data-language]")) {
  let name;
  try { name = names.of(tag.dataset.language); } catch { /* no tag that browsers know */ }
  if (name && tag.dataset.language !== "und") tag.textContent = `${name} (${tag.dataset.language})`;
}
tell();
