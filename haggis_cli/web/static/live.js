// Follows a match: when it changes, the page is fetched again, and the parts marked data-live are replaced. A hidden
// page does not follow: it is fetched again when it is shown. While the server does not answer, the page says so and
// since when, and holds its forms back.
"use strict";
{
  const ENTERED = "form :is(input:not([type=hidden]), select, textarea)";  // what may have been entered here
  const script = document.currentScript;
  let seen = script.dataset.seen, source = null, asking = false, again = false, lost = "", timer = 0;  // lost: since when the server has not answered; timer: the search for it

  async function refresh() {
    if (asking) { again = true; return; }
    asking = true;
    do {
      again = false;
      await new Promise((go) => setTimeout(go, Math.random() * 200)); // so that the phones do not all ask at once
      try {
        const answer = await fetch(location.href, { headers: { accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (answer.ok || page.querySelector("[data-live]") && !document.querySelector(ENTERED)) put(page);
        else if ([403, 404, 422].includes(answer.status)) tell(page); // removed, locked out, or the match is gone
      } catch { lose(); /* the next change, or showing the page, fetches again */ }
    } while (again);
    asking = false;
  }

  function put(page) {
    if (!document.dispatchEvent(new CustomEvent("haggis:changing", { cancelable: true, detail: page }))) return;
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (!fresh && !document.querySelector(ENTERED)) return location.replace(location.href);  // it has become another page
      if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
    }
    seen = page.querySelector("script[data-seen]")?.dataset.seen ?? seen;
    document.getElementById("gone")?.remove();
    document.title = page.title;
    document.dispatchEvent(new CustomEvent("haggis:changed", { detail: page }));
  }

  function tell(page) {
    let said = document.getElementById("gone");
    if (!said) {
      said = Object.assign(document.createElement("p"), { id: "gone", className: "notice bad" });
      said.setAttribute("role", "alert");
      document.querySelector("main").prepend(said);
    }
    const way = page.querySelector("main a.button");  // to the match, or to all
    if (way) way.className = "half";
    said.replaceChildren(page.querySelector("[role=alert]")?.textContent.trim() ?? page.title, " ", way ?? "");
  }

  function lose() {  // one answer may be lost, or the server restarted: warns only after a moment
    if (timer) return;
    lost ||= new Date().toLocaleTimeString("en-GB", { timeStyle: "short" });
    const entry = document.getElementById("scorepad") ? " What you enter is kept here; save it once the server is back." :
      document.querySelector("[data-cards]") ? " What you enter stays on this page." : "";
    timer = setTimeout(() => seek(`No answer from the server since ${lost}. This page may be out of\u00a0date.${entry}`), 2000);
  }

  const call = () => fetch(script.src, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(4000) });

  async function seek(words) {
    try {
      await call();
      find();
    } catch {
      if (!timer) return;
      warn(words);
      timer = setTimeout(() => seek(words), 3000);
    }
  }

  function warn(words) {
    let said = document.getElementById("away");
    if (!said) {
      said = Object.assign(document.createElement("p"), { id: "away", className: "away" });
      said.setAttribute("role", "alert");
      document.body.prepend(said);
    }
    said.textContent = words;
    document.dispatchEvent(new CustomEvent("haggis:away"));
  }

  function find() {
    if (!lost) return;
    clearTimeout(timer);
    timer = 0;
    lost = "";
    document.getElementById("away")?.remove();
    document.dispatchEvent(new CustomEvent("haggis:found"));
  }

  async function send(form, button) {  // sends a form that was held back, if the server is back
    try {
      await call();
      find();
      form.requestSubmit(button);
    } catch { warn("Nothing was sent: the server is not answering. Try again when it is back."); }
  }

  function follow() {
    if (document.hidden || source) return;
    source = new EventSource(`${script.dataset.events}?seen=${encodeURIComponent(seen)}`);
    source.addEventListener("change", refresh);
    source.addEventListener("open", find);
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CONNECTING) lose();
      if (source?.readyState !== EventSource.CLOSED) return; // otherwise the browser reconnects by itself
      leave();
      refresh();
      setTimeout(follow, 5000);
    });
  }

  function leave() {
    source?.close();
    source = null;
    clearTimeout(timer);  // the search goes on when the page is shown again
    timer = 0;
  }

  document.addEventListener("submit", (event) => {
    if (!lost || event.target.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    send(event.target, event.submitter);
  }, true);
  document.addEventListener("haggis:lost", lose);
  document.addEventListener("visibilitychange", () => document.hidden ? leave() : follow());
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
}
