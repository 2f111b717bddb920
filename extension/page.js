// The page of the extension: in the popup of its button, and in a tab of its own (page.html?tab).

import { clear, mark, pageOf, readLog, setPaused, togglePage } from "./log.js";
import { countsOf, linesOf } from "./visits.js";

const SHOWN = 500; // visits in the table; thousands of rows would make the popup slow
const FILE = "polytrawl-session";
const BOOKMARKS = { permissions: ["bookmarks"] };
const isInTab = location.search === "?tab";
const at = (id) => document.getElementById(id);
const rows = new Map();
let current = {}; // the page that the popup stands over

async function show() {
  const log = await readLog();
  showState(log);
  showVisits(log);
  if (!isInTab) await showCurrent(log);
}

function showState({ paused, problem, visits, marks }) {
  const counts = countsOf(visits, marks);
  at("state").textContent = paused ? "Paused" : "Recording";
  at("state").classList.toggle("paused", paused);
  at("pause").textContent = paused ? "Resume" : "Pause";
  at("problem").hidden = !problem;
  at("problem").textContent = `Something was not recorded (${problem}). Save the log, and clear it.`;
  at("counts").textContent = `${many(counts.visits, "visit")}, ${many(counts.pages, "page")}, ${counts.relevant} relevant`;
  at("hint").textContent = hintFor(counts, paused);
  at("save").disabled = at("copy").disabled = at("clear").disabled = !counts.visits;
}

function hintFor(counts, paused) {
  if (!counts.visits) return paused ? "" : "Visit some pages, and mark those that are on your topic.";
  if (!counts.relevant) return "Mark the pages that are on your topic: without any there is nothing to learn.";
  return counts.visits > SHOWN ? `The latest ${SHOWN} are shown; the file has all.` : "";
}

const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function showVisits({ visits, marks }) {
  const body = at("log").tBodies[0];
  const wanted = visits.slice(-SHOWN).reverse().map((visit) => rows.get(visit.key) ?? newRow(visit));
  const focused = document.activeElement;
  if (wanted.length !== body.rows.length || wanted.some((row, place) => row !== body.rows[place])) {
    body.replaceChildren(...wanted);
    rows.clear();
    for (const row of wanted) rows.set(row.dataset.key, row);
    if (focused?.isConnected) focused.focus(); // who marks by keyboard stays where they are
  }
  for (const row of wanted) row.querySelector("input").checked = marks.has(row.dataset.url);
  at("log").hidden = !wanted.length;
}

function newRow({ key, tab, url }) {
  const row = document.createElement("tr");
  Object.assign(row.dataset, { key, url });
  const box = document.createElement("input");
  box.type = "checkbox";
  box.setAttribute("aria-label", `Relevant: ${url}`);
  box.addEventListener("change", () => mark(url, box.checked));
  const address = document.createElement("span");
  address.className = "url";
  address.textContent = address.title = url; // what is too long for the popup is cut
  for (const content of [box, String(tab), address]) row.insertCell().append(content);
  return row;
}

async function showCurrent({ paused, visits }) {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const { url, isMarked } = await pageOf(tab?.id, tab?.url);
  current = { id: tab?.id, url };
  at("current-url").textContent = url ?? "Not recorded. Reload the page to begin with it.";
  at("mark").disabled = !url || (paused && !visits.some((visit) => visit.url === url));
  at("mark").classList.toggle("marked", isMarked);
  at("mark").textContent = isMarked ? "Relevant. Take the mark back" : "Mark as relevant";
}

async function fileText() {
  const { visits, marks } = await readLog();
  return linesOf(visits, marks);
}

async function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await fileText()], { type: "text/csv" }));
  link.download = `${FILE}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // long after the browser has read it
  at("done").textContent = `Saved as ${link.download}`;
}

async function copy() {
  await navigator.clipboard.writeText(await fileText());
  at("done").textContent = "Copied";
}

/** The browser asks the user. A popup may be closed by that, so what follows is left to the background worker. */
async function allowBookmarks() {
  const isWanted = at("bookmarks").checked;
  const change = isWanted ? chrome.permissions.request(BOOKMARKS) : chrome.permissions.remove(BOOKMARKS);
  await change.catch((error) => (at("done").textContent = error.message));
  at("bookmarks").checked = await chrome.permissions.contains(BOOKMARKS);
}

document.body.classList.add(isInTab ? "in-tab" : "in-popup");
at("current").hidden = at("open").hidden = isInTab;
at("pause").addEventListener("click", async () => setPaused(!(await readLog()).paused));
at("mark").addEventListener("click", () => togglePage(current.id, current.url));
at("save").addEventListener("click", save);
at("copy").addEventListener("click", copy);
at("clear").addEventListener("click", () => {
  at("sure").returnValue = ""; // Escape means keep
  at("sure").showModal();
});
at("sure").addEventListener("close", () => at("sure").returnValue && clear());
at("bookmarks").addEventListener("change", allowBookmarks);
at("bookmarks").checked = await chrome.permissions.contains(BOOKMARKS);
chrome.storage.onChanged.addListener(show);
chrome.tabs.onActivated.addListener(show);
await show();
