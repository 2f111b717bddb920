// Watches navigation, bookmarks and the keyboard shortcut, and shows on the button how things are.

import { isPaused, mark, opened, pageOf, togglePage, visit } from "./log.js";

const { action, commands, permissions, runtime, storage, tabs, webNavigation } = chrome;
const PAUSED = "#57606a";
const MARKED = "#1a7f37";

function seen({ tabId, url, frameType, documentLifecycle }) {
  // Pages in frames are parts of a page, and prerendered ones may never be shown.
  if (frameType === "outermost_frame" && documentLifecycle === "active") visit(tabId, url);
}

webNavigation.onCommitted.addListener(seen);
webNavigation.onHistoryStateUpdated.addListener(seen); // pages that change their address by script
webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => opened(tabId, sourceTabId));

commands.onCommand.addListener(async (command, tab) => {
  if (command === "mark" && tab) await togglePage(tab.id, tab.url);
});

// Bookmarks may only be watched once the user has allowed it.
let isWatching = false;
function watchBookmarks() {
  if (isWatching || !chrome.bookmarks) return;
  isWatching = true;
  chrome.bookmarks.onCreated.addListener((id, { url }) => url && mark(url, true));
  chrome.bookmarks.onRemoved.addListener((id, { node }) => node.url && mark(node.url, false));
}
watchBookmarks();
permissions.onAdded.addListener(watchBookmarks);

// The button: II while paused, a tick on pages that are marked.
async function showState() {
  const paused = await isPaused();
  await action.setBadgeBackgroundColor({ color: paused ? PAUSED : MARKED });
  await action.setBadgeText({ text: paused ? "II" : "" });
  for (const { id } of await tabs.query({})) await showTab(id, paused);
}

async function showTab(tabId, paused) {
  const { isMarked } = await pageOf(tabId);
  // null leaves it to the badge of all tabs; a tab that is gone by now needs none.
  await action.setBadgeText({ tabId, text: isMarked && !paused ? "✓" : null }).catch(() => undefined);
}

storage.onChanged.addListener(showState);
runtime.onStartup.addListener(showState);
runtime.onInstalled.addListener(showState);
