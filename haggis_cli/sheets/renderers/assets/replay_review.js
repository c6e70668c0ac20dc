/* The part of the replay's script for sheets with reviews: the course of the round along the slider, costly plays. */
const course = at("course").firstChild, lost = at("lost"), scale = at("scale"), value = at("value");
function drawing(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
  return made;
}
const is_about = Array.isArray, signed = (number) => minus((number > 0 ? "+" : "") + number);

reviewing = {
  /** Draws the course with one unit per moment across; estimates, which are in lists, are a broken line or a ring. */
  draw(round) {
    const values = round.course ?? [], known = values.filter((each) => each !== null).map(Number), last = Math.max(1, round.moments.length - 1);
    const low = Math.min(0, ...known), high = Math.max(0, ...known), span = Math.max(1, high - low), height = (each) => 95 - (each - low) / span * 90;
    const lines = {known: "", about: ""};
    values.forEach((each, number) => {
      const before = values[number - 1] ?? null;
      if (each === null || before === null) return;
      lines[is_about(each) || is_about(before) ? "about" : "known"] += `M${number - 1} ${height(before)}L${number} ${height(each)}`;
    });
    course.setAttribute("viewBox", `0 0 ${last} 100`);
    course.setAttribute("aria-label", round.side ? `The result of the round for ${round.side} after each play, with best play from there on` : "Course of the round");
    course.replaceChildren(
      drawing("line", {x1: 0, x2: last, y1: height(0), y2: height(0)}), drawing("path", {class: "about", d: lines.about}),
      drawing("path", {d: lines.known}), drawing("line", {class: "now", y1: 0, y2: 100}),
    );
    // The highest and the lowest value, and zero if it has room between them.
    scale.replaceChildren(...[high, 0, low].filter((each, place) => place !== 1 || Math.min(high, -low) > span / 3).map((each) => {
      const made = element("span", "", signed(each));
      made.style.top = Math.min(82, height(each)) + "%";
      return made;
    }));
    lost.replaceChildren(...Object.keys(round.lost ?? {}).map((place) => {
      const made = element("button", is_about(round.lost[place]) ? "about" : "");
      made.type = "button";
      made.dataset.place = place;
      made.style.left = place / last * 100 + "%";
      made.ariaLabel = made.title = caption(round, Number(place)).map((part) => part.textContent ?? part).join("");
      return made;
    }));
  },

  /** Shows the current value of the course, in the drawing and as a number. */
  show(round, place) {
    const now = round.course?.[place] ?? null;
    for (const key of ["x1", "x2"]) course.lastChild.setAttribute(key, place);
    const [whose, figure] = value.children;
    whose.textContent = round.side ? "Expected lead for " + round.side : "";
    figure.textContent = now !== null ? (is_about(now) ? "about " : "") + signed(Number(now)) : round.side && "unknown";
    at("key").style.visibility = lost.firstChild || round.side ? "" : "hidden";
    for (const mark of lost.children) mark.classList.toggle("here", Number(mark.dataset.place) === place);
  },
};
