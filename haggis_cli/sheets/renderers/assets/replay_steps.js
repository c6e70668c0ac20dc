/* The last part of the replay's script: stepping forward and back, autoplay, addresses, keys. */
/* ---- The story follows ---- */
let marked = null, unfolded = null;
function mark(round, line) {
  if (unfolded && unfolded !== round.story) unfolded.open = false;
  if (!round.story.open) { round.story.open = true; unfolded = round.story; }
  const focused = marked !== null && marked === document.activeElement;
  if (marked) { marked.ariaCurrent = null; marked.tabIndex = -1; }
  marked = line || null;
  const seen = line || round.story.firstChild;
  if (line) {
    line.ariaCurrent = "step";
    line.tabIndex = 0;
    if (focused) line.focus({preventScroll: true});
  }
  if (told.scrollHeight > told.clientHeight + 1) {
    const box = seen.getBoundingClientRect(), frame = told.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) told.scrollTop += box.top - frame.top - frame.height / 3;
  }
}

/* ---- Stepping forward and back ---- */
const last = (number) => rounds[number].moments.length - 1;
const trick_ends = (moments = round_now().moments) => [...moments.keys()]
  .filter((number) => number === last(at_round) || moments[number].trick !== moments[number + 1].trick || moments[number + 1].result);
const stay = () => [at_round, place];
const before = () => place > 0 ? [at_round, place - 1] : at_round > 0 ? [at_round - 1, last(at_round - 1)] : stay();
const after = () => place < last(at_round) ? [at_round, place + 1] : at_round < rounds.length - 1 ? [at_round + 1, 0] : stay();
const steps = {
  "first": () => [at_round, 0],
  "last": () => [at_round, last(at_round)],
  "back": before,
  "on": after,
  "trick-back": () => place > 0 ? [at_round, trick_ends().filter((number) => number < place).pop() ?? 0] : before(),
  "trick-on": () => place < last(at_round) ? [at_round, trick_ends().find((number) => number > place)] : after(),
  "round-back": () => at_round > 0 ? [at_round - 1, 0] : stay(),
  "round-on": () => at_round < rounds.length - 1 ? [at_round + 1, 0] : stay(),
};

function go([to_round, to_place], kind = "replaceState") {
  [at_round, place] = [to_round, to_place];
  show();
  // A page without an address may not change it.
  try { if (kind) history[kind](null, "", address(round_now(), place)); } catch { /* unchanged */ }
}

function follow_address(is_first) {
  const found = location.hash.match(/^#r(\d+)(?:e(\d+))?$/), number = found ? rounds.findIndex((round) => round.n === Number(found[1])) : -1;
  if (number < 0) return;
  pause();
  go([number, Math.min(Number(found[2] ?? 0), last(number))], "");
  if (is_first) stage.scrollIntoView();
}

function pause() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  draw_play();
  said.ariaLive = "polite";
  const text = [...said.childNodes];
  said.replaceChildren();
  requestAnimationFrame(() => { if (!said.textContent) said.replaceChildren(...text); });
}
function draw_play() {
  stage.classList.toggle("playing", timer !== 0);
  for (const key of ["aria-label", "title"]) button("play").setAttribute(key, timer ? "Pause" : "Play");
}
function tick() {
  const next = after();
  if (next.join() === stay().join()) return pause();
  go(next);
  timer = setTimeout(tick, at("speed").value * (round_now().moments[place]?.result ? 2.5 : 1));
}
function toggle() {
  if (timer) return pause();
  said.ariaLive = "off";
  if (after().join() === stay().join()) go([0, 0]);
  timer = setTimeout(tick, 300);
  draw_play();
}

/* ---- Input ---- */
stage.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed) return;
  if (pressed.classList.contains("pile")) return toggle_pile(Number(pressed.closest(".seat").dataset.seat));
  const step = pressed.dataset.step;
  if (pressed.dataset.place) { pause(); return go([at_round, Number(pressed.dataset.place)]); }
  if (step === "play") return toggle();
  pause();
  go(steps[step](), step.startsWith("round") ? "pushState" : "replaceState");
});
function toggle_pile(seat) {
  shown_pile = seat === shown_pile ? -1 : seat;
  pile.hidden = shown_pile < 0;
  seats.forEach((_, other) => part(other, "pile").ariaExpanded = other === shown_pile);
  if (shown_pile >= 0) draw_pile(round_now().moments[place]);
}
slider.addEventListener("input", () => { pause(); go([at_round, Number(slider.value)]); });
choice.addEventListener("change", () => { pause(); go([Number(choice.value), 0], "pushState"); });
addEventListener("hashchange", () => follow_address(false));
/* A link from the reviews scrolls to the table, which may be far above. */
document.addEventListener("click", (event) => { if (event.target.closest(".review a")) requestAnimationFrame(() => stage.scrollIntoView()); });
document.addEventListener("visibilitychange", () => { if (document.hidden) pause(); });

const keys = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "trick-back", ArrowDown: "trick-on",
  PageUp: "trick-back", PageDown: "trick-on", Home: "first", End: "last",
};
document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest("select")) return;
  const inside = panel.contains(target), sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (event.key === "Escape" && shown_pile >= 0) return toggle_pile(shown_pile);
  if (event.key === " " && inside && !target.closest("button, a, summary")) { event.preventDefault(); return toggle(); }
  const step = keys[event.key];
  if (!step || !(inside || (sideways && !target.closest(".scroll, input, textarea")))) return;
  event.preventDefault();
  pause();
  go(steps[step]());
});

reserve();
new ResizeObserver(() => {
  if (stage.clientWidth === wide) return;
  reserve();
  show();
}).observe(stage);
show();
follow_address(true);
