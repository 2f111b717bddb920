"use strict";
const list = document.querySelector(".pairs");
const pairs = list ? [...list.children] : [];
const key = "polytrawl " + pairs.map((pair) => pair.id).join(" ");
const chosen = (pair) => pair.querySelector("input:checked");

function kept() {
  try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } // a browser may forbid it
}

function keep() {
  const answers = Object.fromEntries(pairs.filter(chosen).map((pair) => [pair.id, chosen(pair).value]));
  try { localStorage.setItem(key, JSON.stringify(answers)); } catch { /* then they last as long as the page */ }
  const done = Object.keys(answers).length;
  document.getElementById("progress").textContent = `${done} of ${pairs.length} judged`;
}

function download() {
  const rows = pairs.map((pair) => `${pair.dataset.row}\t${chosen(pair) ? chosen(pair).value : ""}\n`);
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
  const open = pairs.find((pair) => !chosen(pair));
  if (open) open.scrollIntoView({ behavior: "smooth" });
});
keep();
