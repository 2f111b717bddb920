// The log, in the storage of the extension: a key for each visit and for each mark, so that a visit costs the same
// however long the log is. The background worker and the page both write, one at a time.

import { addressOf } from "./visits.js";

const VISIT = "visit "; // visit 000000042 -> { tab, url, time }
const MARK = "mark "; // mark https://example.org/ -> true
const TAB = "tab "; // tab 1165376375 -> { number, url }; forgotten when the browser is closed, as tabs are
const DEFAULTS = { paused: false, lastVisit: 0, lastTab: 0 };
const { local, session } = chrome.storage;

/** All that is logged. */
export async function readLog() {
  const all = await local.get(null);
  const keys = Object.keys(all).filter((key) => key.startsWith(VISIT)).sort();
  const marks = Object.keys(all).filter((key) => key.startsWith(MARK)).map((key) => key.slice(MARK.length));
  const { problem = "" } = await session.get("problem");
  const visits = keys.map((key) => ({ key, ...all[key] }));
  return { visits, marks: new Set(marks), paused: Boolean(all.paused), problem };
}

/** Whether nothing is logged at the moment. */
export async function isPaused() {
  return (await local.get(DEFAULTS)).paused;
}

/** Log that a page is seen in a tab. Reloads, and what is no page of the web, are not visits. */
export const visit = (tabId, url) =>
  alone(() => (addressOf(url) ? append(tabId, addressOf(url)) : leave(tabId)));

/** Log that a page opened another tab: the way of that tab begins at this page. */
export const opened = (tabId, sourceTabId) => alone(async () => append(tabId, (await tabOf(sourceTabId)).url));

/** Mark the page of a tab, or take its mark back; a page that is not logged yet is logged first. */
export const togglePage = (tabId, url) =>
  alone(async () => {
    const page = await pageOf(tabId, url);
    await append(tabId, page.url);
    await setMark(page.url, !page.isMarked);
  });

/** Mark a page that was visited, or take its mark back. */
export const mark = (url, isRelevant) => alone(() => setMark(addressOf(url), isRelevant));

/** Forget all visits and marks. Tabs count from one again. */
export const clear = () =>
  alone(async () => {
    const paused = await isPaused();
    await Promise.all([local.clear(), session.clear()]);
    await local.set({ paused });
  });

/** Pause or go on. A pause breaks the ways of all tabs: nobody knows what was seen in between. */
export const setPaused = (paused) =>
  alone(async () => {
    await local.set({ paused });
    if (paused) await session.clear();
  });

/** The address of the page that a tab shows, and whether it is marked; without a URL, the page that was logged last. */
export async function pageOf(tabId, url) {
  const address = addressOf(url) ?? (await tabOf(tabId)).url;
  return { url: address, isMarked: Boolean((await local.get(MARK + address))[MARK + address]) };
}

function alone(work) {
  return navigator.locks.request("log", async () => {
    try {
      await work();
    } catch (error) {
      await session.set({ problem: String(error.message ?? error) }); // shown by the page: nothing is lost silently
    }
  });
}

async function append(tabId, url) {
  const tab = await tabOf(tabId);
  const { paused, lastVisit, lastTab } = await local.get(DEFAULTS);
  if (paused || !url || tab.url === url) return;
  const number = tab.number ?? lastTab + 1;
  const key = VISIT + String(lastVisit + 1).padStart(9, "0");
  const counts = { lastVisit: lastVisit + 1, lastTab: Math.max(lastTab, number) };
  await local.set({ [key]: { tab: number, url, time: Date.now() }, ...counts });
  await session.set({ [TAB + tabId]: { number, url } });
}

/** The tab shows something else now, such as the browser's own pages. */
async function leave(tabId) {
  const { number, url } = await tabOf(tabId);
  if (url) await session.set({ [TAB + tabId]: { number } });
}

async function setMark(url, isRelevant) {
  if (!url || !(await isLogged(url))) return;
  if (isRelevant) await local.set({ [MARK + url]: true });
  else await local.remove(MARK + url);
}

async function isLogged(url) {
  return (await readLog()).visits.some((visit) => visit.url === url);
}

/** Browsers use the numbers of tabs again after a restart; ours count on, so that no two ways are taken for one. */
async function tabOf(tabId) {
  return (await session.get(TAB + tabId))[TAB + tabId] ?? {};
}
