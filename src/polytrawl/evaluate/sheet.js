"use strict";
const list = document.querySelector(".items");
const items = list ? [...list.children] : [];
const key = "polytrawl " + items.map((item) => item.id).join(" ");
const chosen = (item) => item.querySelector("input:checked");

function kept() {
  try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } // a browser may forbid it
}

function keep() {
  const answers = Object.fromEntries(items.filter(chosen).map((item) => [item.id, chosen(item).value]));
  try { localStorage.setItem(key, JSON.stringify(answers)); } catch { /* then they last as long as the page */ }
  const done = Object.keys(answers).length;
  document.getElementById("progress").textContent = `${done} of ${items.length} judged`;
}

function download() {
  const rows = items.map((item) => `${item.dataset.row}\t${chosen(item) ? chosen(item).value : ""}\n`);
  const file = new Blob([`${list ? list.dataset.columns : ""}\n`, ...rows], { type: "text/tab-separated-values" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "judged.tsv";
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const [name, answer] of Object.entries(kept())) {
  const field = [...document.querySelectorAll("input")].find((one) => one.name === name && one.value === answer);
  if (field) field.checked = true;
}
document.addEventListener("change", keep);
document.getElementById("download").addEventListener("click", download);
document.getElementById("next").addEventListener("click", () => {
  const open = items.find((item) => !chosen(item));
  if (open) open.scrollIntoView({ behavior: "smooth" });
});
keep();
