// The guided score pad: one figure at a time, with its keys at the bottom of the screen. It uses the form that also
// works without this script; each answer is sent, and the figures are updated from the server's answer (figures.js).
"use strict";
{
  const form = document.getElementById("scorepad");
  const SETTLING = 350;     // how long new keys ignore touches: longer than a double touch takes
  const PATIENCE = 4000;    // how long the server may take to answer: a computer that sleeps breaks no connection
  const digits = form ? Number(form.dataset.digits) : 0;
  let open = "";            // the figure whose keys are shown
  let fresh = true;         // whether the next key begins a new number
  let before = "";          // the figure that the pad left by itself, in case its sum goes on
  let line = Promise.resolve();  // the queue of actions
  let busy = 0;             // the number of actions in the queue
  let sent = null;          // the figures in the current request
  let missed = null;        // the answer that the server has not received
  let away = false;         // whether the server has not answered: nobody waits for it again before it is found
  let leaving = false;      // whether the form is being submitted
  let settled = 0;          // the timer that ends the pause for new keys
  let arrows = false;       // whether the keyboard is moving between answers
  let rested = 0;           // where the page was scrolled to when its lines were last looked at
  let slack = 0;            // how much longer the page is, so that a part can be at its top
  const KEPT = `haggis ${location.pathname}`;  // what this device keeps until the server has it

  const figure = (name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const input = (name) => form.elements.namedItem(name);
  const size = (name, pixels) => form.style.setProperty(name, `${pixels}px`);
  const box = (each) => each.getBoundingClientRect();
  const count = (more) => { busy += more; form.ariaBusy = String(busy > 0); };
  const queue = (deed) => {
    count(1);
    line = line.then(deed).catch((error) => console.error(error)).finally(() => count(-1));
    return line;
  };

  // ---- Keeping: what the server does not have yet outlives this page ----
  function storage(deed) { try { return deed(localStorage); } catch { return null; } }  // a browser may have none

  function figures() {
    const all = new URLSearchParams(new FormData(form));
    for (const hidden of form.querySelectorAll("[type=hidden]")) all.delete(hidden.name);
    return all;
  }

  const keep = () => storage((kept) => kept.setItem(KEPT, JSON.stringify([form.dataset.round, String(figures())])));
  const forget = () => storage((kept) => kept.removeItem(KEPT));

  function restore() {  // whether this device had something that the server does not have
    const [round, kept] = JSON.parse(storage((kept) => kept.getItem(KEPT)) ?? "[]");
    if (!kept || round !== form.dataset.round || kept === String(figures())) return false;
    for (const [name, value] of new URLSearchParams(kept)) {
      const field = input(name);
      if (field?.type === "radio") field.checked = field.value === value;
      else if (field) field.value = value;
    }
    return true;
  }

  // ---- Sending ----
  async function send(last) {
    if (leaving) return null;
    form.elements.last.value = last;
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "keep");
    sent = body;
    keep();
    try {
      if (away) throw away;
      const answer = await fetch(form.action, {
        method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE),
        headers: { accept: "text/html", "x-haggis-token": form.elements.token.value },
      });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok || answer.status === 409) { forget(); return put(page); }  // 409: the match has changed, and the page explains it
      tell(page.querySelector("[role=alert]")?.textContent ?? "The server has a problem: tap anything to try again.");
      return null;
    } catch {
      away = true;
      form.querySelector(".foot").hidden = true;  // the totals are those of the last answer
      for (const each of form.querySelectorAll(".is-derived b")) each.textContent = "–";
      measure();
      echo(last);
      if (isPad(last)) document.getElementById("total").textContent = "";
      if (!leaving) document.dispatchEvent(new CustomEvent("haggis:lost"));
      return false;
    }
  }

  function echo(name) {  // what the server does not have is seen all the same
    const chosen = form.querySelector(`[name="${CSS.escape(name)}"]:checked`), of = (each) => form.querySelectorAll(each);
    const words = chosen?.labels[0].lastElementChild.textContent, by = chosen?.labels[0].querySelector(".by")?.textContent;
    const stake = [...of("[data-stake]")].indexOf(chosen?.closest("[data-stake]")), row = figure(name)?.querySelector(".shown b");
    const held = [...of(`.shown[data-open="${CSS.escape(name)}"] b`)].find((each) => row && each !== row);  // told with who went out
    if (stake >= 0) of("[data-open=stakes] b")[stake].textContent = by ? `${by}: ${words}` : words;
    else if (row) row.textContent = held && chosen ? input(name).value.slice(0, -words.length - 1) : words ?? (input(name).value || "–");
    if (held && chosen) held.textContent = words;
  }

  function put(page) {
    const answer = page.getElementById("scorepad");
    if (!answer) {  // the match has changed, or something is wrong: the page explains it
      const main = page.querySelector("main"), styles = page.querySelector("[rel=stylesheet]");
      if (!main) return null;
      leaving = true;
      styles.onload = styles.onerror = () => { document.querySelector("main").replaceWith(main); window.scrollTo(0, 0); };
      document.head.append(styles);
      return null;
    }
    form.querySelector(".foot").hidden = false;
    const focused = document.activeElement?.id;
    for (const name of ["version", "basis", "agreed"]) form.elements[name].value = answer.elements[name].value;
    form.dataset.version = answer.dataset.version;
    form.dataset.due = answer.dataset.due;
    form.classList.toggle("is-complete", answer.classList.contains("is-complete"));
    PadFigures.put(answer, open, sent);
    for (const id of ["round-head", "told", "total", "outlook", "actions", "drop"]) {
      const [mine, theirs] = [document.getElementById(id), answer.querySelector(`#${id}`)];
      if (mine && theirs && mine.innerHTML !== theirs.innerHTML) mine.innerHTML = theirs.innerHTML;
    }
    prepare();
    if (isPad(open)) reveal();  // the bar with Save may have come over it
    if (focused && !form.contains(document.activeElement)) document.getElementById(focused)?.focus({ preventScroll: true });
    return answer;
  }

  // ---- Showing ----
  function prepare() {
    for (const button of form.querySelectorAll(".shown")) button.hidden = false;
    for (const each of form.querySelectorAll(".figure")) {
      const entry = each.querySelector(".entry");
      const legend = each.querySelector(":scope > legend");
      if (legend && !entry.querySelector(".asked")) {
        const asked = document.createElement("p");
        asked.className = "asked";
        asked.setAttribute("aria-hidden", "true");  // screen readers read the legend
        asked.textContent = legend.textContent;
        legend.className = "unseen";
        entry.prepend(asked);
      }
      if (each.classList.contains("captured")) prepareKeys(each, entry);
      each.classList.toggle("is-open", each.dataset.field === open);
      each.querySelector(".shown").setAttribute("aria-expanded", String(each.dataset.field === open));
    }
    measure();
  }

  function prepareKeys(each, entry) {
    const field = entry.querySelector(".figure-input");
    field.inputMode = "none";
    if (entry.querySelector(".keys")) return;
    const typed = document.createElement("div");
    typed.className = "typed";
    entry.querySelector(".asked").after(typed);
    typed.append(field);
    entry.append(PadKeys.make(form.dataset));
  }

  const isPad = (name) => Boolean(figure(name)?.classList.contains("captured"));

  function show(name, first = false) {
    if (name && !figure(name)) name = "";
    if (name !== open) settle(isPad(name) && isPad(open));
    const left = figure(open);
    open = name;
    fresh = true;
    PadKeys.forget();
    lengthen(0);
    prepare();
    const at = figure(name);
    if (at && !first) reveal();
    const field = at ? at.querySelector(".figure-input, input:checked") ?? at.querySelector("input") : left?.querySelector(".shown");
    field?.focus({ preventScroll: true });
  }

  function settle(same) {  // other keys may be elsewhere: ignore touches that were meant for the previous ones
    Touch.rest(form);
    if (same) return;
    form.classList.add("settling");
    clearTimeout(settled);
    settled = setTimeout(() => form.classList.remove("settling"), SETTLING);
  }

  function measure() {  // the height of the keys, and of the bar with what is above them
    const at = open && figure(open) ? box(figure(open).querySelector(".entry")).height : 0;
    const bar = box(document.getElementById("foot")).height;
    size("--entry-height", at);
    if (isPad(open)) size("--pad-height", at);  // later keys are as high: Save stays above them
    size("--dock", at + bar + 16);
    cover();
  }

  // The whole part of the open figure is seen, or at least that figure. What goes on below the keys or Save fades there
  // until somebody scrolls.
  const LINES = "h1, .sums, .round-head .soft, h2, legend, label, summary, .shown, .drop button";
  const MARGIN = 4;         // 3 times above the keys

  function lengthen(by) {
    slack = by;
    size("--slack", by);
  }

  function edge() {  // where the keys begin, Save above them or the links; on a phone on its side the keys are beside
    const docks = [...document.querySelectorAll(".is-open > .entry, .foot, #ways")].map(box);
    return Math.min(innerHeight, ...docks.filter(({ height, left }) => height && left < innerWidth / 3).map(({ top }) => top));
  }

  function reveal() {
    const bars = [...document.querySelectorAll("#away, .top, #told")].map((each) => [each, getComputedStyle(each)]);
    const above = Math.max(0, ...bars.map(([each, { position, top }]) => position === "sticky" ? parseFloat(top) + each.offsetHeight : 0));
    const row = figure(open).querySelector(".shown"), place = (each) => scrollY + box(each).top - above - MARGIN;
    const rows = [...row.closest("section").querySelectorAll(".shown")];
    const from = [0, ...[...form.querySelectorAll("h2"), ...rows].map(place).filter((each) => each <= place(row))];
    const fit = (last) => from.find((each) => box(last).bottom + scrollY - each <= edge() - 3 * MARGIN);
    const at = fit(rows.at(-1)) ?? fit(row) ?? place(row);
    lengthen(slack + Math.max(0, at + innerHeight - document.documentElement.scrollHeight));
    scrollTo(0, at);
    cover();
  }

  function cover() {
    const bottom = edge();
    const lines = [...form.querySelectorAll(LINES)].filter((line) => box(line).height > 1 && !line.closest(".is-open > .entry, .foot"));
    const cut = lines.find((line) => box(line).bottom > bottom - (open ? 3 * MARGIN : 0));
    size("--cut", cut ? bottom - box(cut).top : 0);
    form.classList.toggle("hides", Boolean(cut) && !(scrollY && cut.closest(".is-open")));
    size("--below", innerHeight - bottom);
    form.classList.add("rests");
    rested = scrollY;
  }

  function dueNow() {  // the next figure; if all are known, the bets
    const due = form.dataset.due;
    if (!due && "corrects" in form.dataset) return "";
    if (/^(bet|team|shepherd|bid)/.test(due) || !due) return figure("stakes") ? "stakes" : "";
    return due;
  }

  function news() {  // everything except the answers themselves: the match, doubts, other changes
    const noticed = [...document.querySelectorAll("#outlook .notice")].map((each) => each.textContent);
    return [form.elements.version.value, form.elements.agreed.value, ...noticed].join("\n");
  }

  function tell(text) {
    if (document.getElementById("gone")) return; // the page has told it
    const told = document.getElementById("told"), note = document.createElement("p");
    note.className = "notice bad";
    note.setAttribute("role", "alert");
    note.textContent = text;
    told.replaceChildren(note);
  }

  // ---- Answers ----
  // After an answer, the keys go on to the next figure. The number pad goes on by itself only to another pile: the
  // last pile ends with the check mark or Save, however many digits it has. Nothing is due in a correction: a choice
  // closes its keys, and what changes stands alone above Save.
  async function answer(name, byItself = false, isDone = false) {
    const own = figure(name) ? name : "stakes";
    missed = [name, byItself, isDone];
    const came = await send(name);
    if (came === false) {  // everything else can be entered meanwhile: what is asked next, only the server knows
      const isFree = own !== "stakes" && !("corrects" in form.dataset);
      if (isDone || isFree && !isPad(own)) show(isFree ? nextEmpty(own) : "");
    }
    if (!came) return;
    missed = null;
    const at = figure(own);
    if (at && at.getAttribute("aria-invalid") === "true") { show(own); return; }
    const next = own === "stakes" ? "" : dueNow();
    const closes = "corrects" in form.dataset && own !== "stakes" && (isDone || !isPad(own));
    if (next ? !(byItself && next === "stakes") : closes) show(next); else prepare();
  }

  function nextEmpty(name) {  // the next row of the page without an answer, or the bets; the last pile is the rest
    const rows = [...form.querySelectorAll(".figures .shown")], own = rows.findIndex((row) => row.dataset.open === name);
    const empty = rows.slice(isPad(name) ? 0 : own + 1).filter((row) => row.textContent.endsWith("–") && row.dataset.open !== name);
    const piles = empty.filter((row) => isPad(row.dataset.open));
    const due = isPad(name) && piles.length < 2 ? empty.find((row) => !piles.includes(row)) : empty[0];
    return due?.dataset.open ?? "stakes";
  }

  const isWhole = (text) => text === "0" || /^-?\d+$/.test(text) && text.replace("-", "").length >= digits;

  async function press(key) {
    if (!open || !isPad(open)) return;
    const field = input(open);
    if (key === "✓") { before = ""; await answer(open, false, true); return; }
    if (key === "+" && !field.value && before && input(before)) {  // continues a sum after the pad has gone on
      open = before;
      show(open);
      fresh = false;
      input(open).value += "+";
      return;
    }
    if (/^\d$/.test(key) && !fresh && isWhole(field.value)) return;  // it has all its digits
    const text = PadKeys.press(key, field.value, fresh, "countsCards" in form.dataset);
    fresh = false;
    field.value = text;
    if (/[+-]$/.test(text)) return;  // a number follows
    if (/^\d$/.test(key) && isWhole(text)) { before = open; await answer(open, true); }
    else await send(open);
  }

  form?.addEventListener("change", (event) => {
    const name = event.target.name;
    if (event.target.type === "radio" && arrows) queue(() => send(name));
    else if (event.target.type === "radio") queue(() => answer(name));
    else if (event.target.classList.contains("stake-input")) queue(() => send(name));
    else if (name === "notes") queue(() => send(""));
  });
  form?.addEventListener("input", (event) => {
    if (event.target.name === "notes") keep();  // sent when the field is left
    if (event.target.classList.contains("figure-input")) { fresh = false; PadKeys.forget(); queue(() => send(event.target.name)); }
  });
  form?.addEventListener("focusin", ({ target }) => {  // keys would cover the note
    if (target.name !== "notes" || !open) return;
    open = "";
    prepare();
    target.scrollIntoView({ block: "center" });
  });
  form?.addEventListener("keydown", (event) => {
    const { target, key } = event;
    form.classList.remove("by-touch");
    if (target.type === "radio") arrows = key.startsWith("Arrow");
    if ((key === "Enter" && (target.type === "radio" || target.classList.contains("figure-input"))) || (key === " " && target.checked)) {
      event.preventDefault();
      queue(() => (target.type === "radio" && !target.checked ? null : answer(target.name)));
    }
  });
  form?.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const radio = event.target.type === "radio" ? event.target : null;
    if (radio && radio.checked && radio.dataset.was === "1") queue(() => missed ? answer(...missed) : show(dueNow()));  // the same answer again
    if (!button) return;
    if (button.dataset.open) queue(() => show(button.dataset.open === open ? "" : button.dataset.open));
    if (button.dataset.key) {
      const key = button.dataset.key;
      queue(() => press(key));
    }
  });
  form?.addEventListener("pointerdown", (event) => {
    arrows = false;
    form.classList.add("by-touch");
    const radio = event.target.closest("div")?.querySelector("input[type=radio]");
    if (radio) radio.dataset.was = radio.checked ? "1" : "";
    if (event.target.closest("[data-key]")) event.preventDefault();  // the field keeps the focus
  });
  form?.addEventListener("submit", (event) => {
    if (!busy) { leaving = true; forget(); return; }
    event.preventDefault();  // finishes the earlier actions first; then saves, unless they bring news
    const deed = event.submitter?.value, known = news();
    queue(() => {
      const button = form.querySelector(`button[name=do][value="${deed}"]`);
      if (button && news() === known) setTimeout(() => { Touch.wake(button); form.requestSubmit(button); }); else tell("Not saved yet: check the new result.");
    });
  });
  document.addEventListener("haggis:changed", (event) => {
    const theirs = event.detail.getElementById("scorepad");
    if (form && !leaving) queue(async () => {
      if (theirs?.dataset.version !== form.dataset.version && await send("")) { tell("The match has changed: this is how it stands now."); prepare(); }
    });
  });
  document.addEventListener("haggis:found", () => {  // sends what was entered while the server did not answer
    away = false;
    if (form && !leaving) queue(async () => { if (missed && (fresh || !isPad(open))) await answer(...missed); else if (await send("")) prepare(); });
  });
  document.addEventListener("haggis:away", () => { if (isPad(open)) reveal(); });
  document.addEventListener("scroll", () => { if (Math.abs(scrollY - rested) > 2) form?.classList.remove("rests"); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  if (form) {
    new ResizeObserver(cover).observe(document.body);  // also when a notice comes, or the phone is turned
    if (form.dataset.round) history.replaceState(null, "", `?round=${form.dataset.round}`);  // so that coming back opens this round
    form.classList.add("guided");
    form.classList.toggle("by-touch", matchMedia("(pointer: coarse)").matches);
    show(form.querySelector("[aria-invalid=true]")?.dataset.field ?? (form.querySelector("[name=basis]") && document.querySelector(".refusal, [name=do][value=terminal]") ? "" : dueNow()), true);
    const touched = [...form.elements].find((field) => field.checked && !field.defaultChecked);  // before this script was loaded
    if (touched) queue(() => answer(touched.name));
    else if (restore()) queue(async () => { if (await send("")) show(dueNow(), true); });
  }
}
