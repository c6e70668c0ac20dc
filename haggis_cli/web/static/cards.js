// Forms with cards to choose: the verdict is shown while cards are chosen, forms are sent without leaving the page, and
// plays from another phone appear while the chosen cards are kept. The forms also work without this script.
"use strict";
{
  const PARTS = ["won", "table", "news", "entry"], ANSWERS = ["verdict", "readings", "over-readings", "line-said", "go"], MOMENT = 500;
  let asked = 0, busy = false, missed = "", unsent = null, shown = 0, touched = 0;  // when the cards were shown, and when a finger last touched
  document.documentElement.classList.add("scripted");

  const form = () => document.querySelector("form[data-cards]");
  const seen = (page) => page.querySelector("form[data-cards] [name=version]")?.value;

  function chosen(from) {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(from)) if (!["token", "once"].includes(name) && value !== "") fields.append(name, value);
    return fields;
  }

  // Replaces our parts of the page with those of another; the focus is kept.
  function put(page, ids) {
    const active = document.activeElement, name = active?.name, value = active?.value;
    const fold = active?.matches("summary") ? active.parentElement.className : "";
    const typed = active?.type === "text" ? [value, active.selectionStart] : null;
    const open = new Set([...document.querySelectorAll("details[open]")].map((each) => each.className).filter(Boolean));
    for (const id of ids) {
      const ours = document.getElementById(id), theirs = page.getElementById(id);
      if (ours && theirs) { if (ids === PARTS || ours.innerHTML !== theirs.innerHTML) ours.innerHTML = theirs.innerHTML; }
      else if (ours) ours.innerHTML = "";
    }
    for (const each of document.querySelectorAll(".pick input")) {  // the cards in a typed line
      const theirs = page.getElementsByName(each.name)[0];
      each.parentElement.classList.toggle("said", Boolean(theirs?.parentElement.matches(".said")));
    }
    if (ids === PARTS) { announce(); shown = performance.now(); }
    for (const each of document.querySelectorAll("details")) if (open.has(each.className)) each.open = true;
    settle();
    if (document.contains(active)) return;
    if (fold) [...document.querySelectorAll("details")].find((each) => each.className === fold)?.firstElementChild.focus({ preventScroll: true });
    if (!name) return;
    const same = [...document.getElementsByName(name)].find((each) => typed || each.value === value);
    same?.focus({ preventScroll: true });
    if (typed && same) { same.value = typed[0]; same.setSelectionRange(typed[1], typed[1]); }
  }

  // Moves what the bar would cut in half, as long as nobody scrolls, to where the bar begins: there it is hidden as a whole.
  function settle() {
    const lines = [...document.querySelectorAll("#entry > :is(.picker ~ :not(.actions), details, .row):not([open])")], bar = document.querySelector(".record-bar");
    for (const each of lines) each.style.marginTop = "";
    if (!bar || document.documentElement.scrollHeight <= innerHeight) return;  // all is in sight
    const top = (each) => each.getBoundingClientRect().top + scrollY;
    const end = innerHeight - parseFloat(getComputedStyle(bar).bottom) - bar.offsetHeight;  // wherever the page is scrolled to
    const cut = lines.find((each) => top(each) < end && top(each) + each.offsetHeight > end);
    if (cut) cut.style.marginTop = `${end - top(cut)}px`;
  }

  // Announces what is next to screen readers, which do not read the part of the page that has just been replaced.
  function announce() {
    const due = document.querySelector("#table .due")?.textContent ?? "";
    const said = document.querySelector("#verdict .illegal") ? document.getElementById("verdict").textContent : "";
    const place = document.getElementById("announced");
    if (place) place.textContent = `${said} ${due}`.trim();
  }

  // Puts the chosen cards into the address of the page, so that they survive a visit to the rules.
  function keep() {
    const from = form();
    if (from) history.replaceState(null, "", `${location.pathname}?${chosen(from)}`);
    return location.href;
  }

  async function load(address, options = {}) {
    const answer = await fetch(address, { ...options, signal: AbortSignal.timeout?.(4000), headers: { accept: "text/html", ...options.headers } });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  // Asks for the verdict on the chosen cards; if the match has changed, shows that instead. Cards that a finger has
  // chosen are played at once if no card can be added to them.
  async function judge(ids, byTouch = false) {
    const mine = ++asked, from = form();
    if (!from) return;
    try {
      const page = await load(keep());
      if (mine !== asked || busy) return;
      if (!page.querySelector("form[data-cards]")) { tell(page.querySelector("[role=alert]")?.textContent ?? page.title); return; }
      if (seen(page) !== seen(document)) put(page, PARTS); else put(page, ids);
      const whole = byTouch && document.querySelector("#go [data-whole]");
      if (whole) from.requestSubmit(whole);
    } catch {
      lose("Not judged yet: the server did not answer.");
      if (!document.querySelector("[data-events]")) setTimeout(() => { if (mine === asked) judge(ids); }, 3000);  // nothing else looks for it
    }
  }

  function tell(words) {
    const place = document.getElementById("verdict");
    place?.replaceChildren(Object.assign(document.createElement("span"), { textContent: document.getElementById("gone") ? "" : words }));  // words alone are hidden; the top of a page that is gone says why
  }

  function lose(words) {
    tell(words);
    document.dispatchEvent(new CustomEvent("haggis:lost"));
  }

  // An unanswered form is sent again unchanged when the server is back, which recognizes a form that it has processed.
  async function send(address, fields) {
    busy = true;
    unsent = null;
    try {
      const page = await load(address, { method: "POST", body: fields });
      asked++;  // no verdict on cards of the page before
      if (page.getElementById("entry")) {
        const late = [...document.querySelectorAll(".pick :checked")].filter((each) => !fields.has(each.name));
        put(page, PARTS);  // what was touched meanwhile stays touched
        for (const { name } of late) for (const same of document.querySelectorAll(`[name="${name}"]:enabled`)) same.checked = true;
        if (late.length) judge(ANSWERS); else keep();
        if (document.querySelector("#news > *")) scrollTo({ top: 0 });
      }
      else tell(page.querySelector("[role=alert]")?.textContent || "That did not work: load the page again.");
    } catch {
      unsent = [address, fields];
      lose("The server did not answer: this is sent again when it does.");
      return;
    }
    busy = false;
    if (missed && missed !== seen(document)) judge(PARTS);
    missed = "";
  }

  document.addEventListener("change", (event) => {
    const from = event.target.closest("form[data-cards]"), field = event.target;
    if (!field.checked) for (const copy of field.closest(".copies")?.querySelectorAll("input") ?? []) copy.checked = false;
    if (from) judge("reload" in field.dataset ? PARTS : ANSWERS, event.timeStamp - touched < MOMENT && touched - shown > MOMENT);
  });
  document.addEventListener("pointerup", (event) => { touched = event.pointerType === "touch" ? event.timeStamp : -MOMENT; }, true);
  document.addEventListener("input", (event) => {
    if (event.target.type === "text" && event.target.closest("form[data-cards]")) judge(ANSWERS);
  });
  document.addEventListener("submit", (event) => {
    const from = event.target;
    if (!from.matches("form[data-cards]")) return;
    event.preventDefault();
    if (busy) return;
    if (from.method !== "post") { judge(PARTS); return; }
    const fields = new URLSearchParams(new FormData(from)), button = event.submitter;
    if (button?.name) fields.append(button.name, button.value);
    send(from.action, fields);
  });
  document.addEventListener("haggis:found", () => unsent ? send(...unsent) : judge(PARTS));
  // The answer to a form shows the table and the cards at once. Were the table there before, cards that are touched as
  // soon as it shows the last play would go with the old ones.
  document.addEventListener("haggis:changing", (event) => {
    if (!busy) return;
    event.preventDefault();
    missed = seen(event.detail);
  });
  document.addEventListener("haggis:changed", (event) => {
    if (form() && seen(event.detail) !== seen(document)) judge(PARTS);
  });

  addEventListener("resize", settle);
  settle();

  // Input before this script was loaded.
  const entered = (field) => field.checked !== field.defaultChecked || (field.type === "text" && field.value !== field.defaultValue);
  if (form() && [...form().elements].some(entered)) judge(ANSWERS);
}
