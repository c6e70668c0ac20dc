// Follows a match: when it changes, the page is asked for again, and the parts marked data-live are put in place.
"use strict";
{
  const source = new EventSource(document.currentScript.dataset.events);
  let asking = false, again = false;

  async function refresh() {
    if (asking) { again = true; return; }
    asking = true;
    do {
      again = false;
      try {
        const answer = await fetch(location.href, { headers: { accept: "text/html" } });
        if (answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
      } catch { /* the server is away: the next change, or coming back, asks again */ }
    } while (again);
    asking = false;
  }

  function put(page) {
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
    }
    document.title = page.title;
    document.dispatchEvent(new CustomEvent("haggis:changed", { detail: page }));
  }

  let opened = false;
  source.addEventListener("open", () => { if (opened) refresh(); opened = true; });
  source.addEventListener("change", refresh);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}
