// What a visit is, and how visits are written: lines of relevant,tab,url, which polytrawl reads.

/** The address of a page as it is logged, or null for what is no page of the web. */
export function addressOf(url) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  parsed.hash = ""; // a place in the page, not another page
  parsed.username = parsed.password = ""; // nobody else's business
  return parsed.href;
}

/** The lines of the exported file. A mark belongs to the page, so that all its visits have it. */
export function linesOf(visits, marks) {
  return visits.map(({ tab, url }) => `${marks.has(url) ? 1 : 0},${tab},${url}\n`).join("");
}

/** How many visits, pages and relevant pages there are. */
export function countsOf(visits, marks) {
  const pages = new Set(visits.map((visit) => visit.url));
  return { visits: visits.length, pages: pages.size, relevant: [...pages].filter((url) => marks.has(url)).length };
}
