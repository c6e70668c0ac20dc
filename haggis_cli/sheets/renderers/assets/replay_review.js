/* The part of the replay's script for sheets with reviews: the course of the round as the slider, costly plays. */
const course = at("course").firstElementChild, zero = at("zero"), here = at("here"), lost = at("lost"), value = at("value");
function drawing(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
  return made;
}
const is_about = Array.isArray;
/** How many per cent of the drawing are above a value. */
let above = () => 50;
function put(made, round, place) {
  made.style.left = place / Math.max(1, round.moments.length - 1) * 100 + "%";
  made.style.top = above(round.curve[place]) + "%";
}

reviewing = {
  // Draws the course with one unit per moment across; estimates, which are in lists, are a broken line or a ring. A moment
  // of which nothing is known is taken to be as the one before, or as the first that is known. From a costly play a line
  // leads to where the better one is.
  draw(round) {
    const values = round.course ?? [], better = Object.entries(round.better ?? {});
    const is_known = (each) => each !== null, known = [...values, ...better.map(([, each]) => each)].filter(is_known).map(Number);
    const low = Math.min(0, ...known), high = Math.max(0, ...known);
    above = (each) => known.length ? 90 - ((each ?? 0) - low) / Math.max(1, high - low) * 80 : 50;
    const lines = {known: "", about: ""};
    let last_known = values.find(is_known);
    round.curve = last_known === undefined ? [] : values.map((each) => is_known(each) ? last_known = each : [last_known]);
    round.curve.slice(1).forEach((each, number) => {
      const before = round.curve[number];
      lines[is_about(each) || is_about(before) ? "about" : "known"] += `M${number} ${above(before)}L${number + 1} ${above(each)}`;
    });
    const last = Math.max(1, round.moments.length - 1);
    course.setAttribute("viewBox", `0 0 ${last} 100`);
    course.ariaLabel = round.side ? `The result of the round for ${round.side} after each play, with best play from there on` : "Course of the round";
    course.replaceChildren(
      drawing("line", {x1: 0, x2: last, y1: above(0), y2: above(0)}), drawing("path", {class: "about", d: lines.about}), drawing("path", {d: lines.known}),
      drawing("path", {class: "lost", d: better.map(([place, each]) => `M${place} ${above(each)}V${above(round.curve[place])}`).join("")}),
    );
    zero.style.top = above(0) + "%";
    zero.hidden = !known.length;
    lost.replaceChildren(...Object.keys(round.lost ?? {}).map((place) => {
      const made = element("button", is_about(round.lost[place]) ? "about" : "");
      made.type = "button";
      made.dataset.place = place;
      put(made, round, place);
      made.ariaLabel = made.title = caption(round, Number(place)).map((part) => part.textContent ?? part).join("");
      return made;
    }));
  },

  // Shows the current value of the course, on the curve and in words.
  show(round, place) {
    const now = round.course?.[place] ?? null, lead = Number(now), [kind, whose, figure] = value.children;
    put(here, round, place);
    kind.textContent = now === null ? "" : "Expected:";
    whose.textContent = now === null && round.side ? `Above 0: ${round.side} ahead` : round.side;
    figure.textContent = now === null ? "" : (is_about(now) ? "about " : "") + (lead ? `${Math.abs(lead)} ${lead > 0 ? "ahead" : "behind"}` : "level");
    at("key").style.visibility = lost.firstChild || round.side ? "" : "hidden";
    for (const mark of lost.children) mark.classList.toggle("here", Number(mark.dataset.place) === place);
  },
};
