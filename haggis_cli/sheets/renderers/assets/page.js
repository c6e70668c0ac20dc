"use strict";
(() => {
  const at = (id) => document.getElementById("replay-" + id);
  const data = JSON.parse(at("data").textContent);
  const panel = document.getElementById("replay");
  const [choice, slider, said, title, deeds, seats] = ["round", "at", "said", "trick", "deeds", "seats"].map(at);
  let round = data.rounds[choice.value], place = 0;

  // Of the cards a moment tells only what has changed.
  for (const { moments } of data.rounds)
    moments.forEach((moment, number) => {
      for (const kind of ["hands", "courts"])
        if (moment[kind])
          moment[kind] = moment[kind].map((cards, seat) => cards === null ? moments[number - 1][kind][seat] : cards.split(" ").filter(Boolean));
    });

  function element(name, text, kind) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  const signs = {h: "\u2665", d: "\u2666", c: "\u2663", s: "\u2660", x: "\u2605"};
  const face = (card) => card.replace(/[hdcsx]$/, (suit) => signs[suit]);

  function cards(list) {
    const all = [];
    for (const card of list) all.push(all.length ? " " : "", element("span", face(card), "card " + card.slice(-1).toLowerCase()));
    return all;
  }

  const sentence = (deed) =>
    [deed.cards.length ? data.names[deed.seat] + ": " + deed.cards.map(face).join(" ") + ", " + deed.words : deed.words, ...deed.then].join(". ");

  function line(deed) {
    const made = element("li");
    if (deed.cards.length) made.append(element("bdi", data.names[deed.seat]), " ", ...cards(deed.cards), " ");
    made.append(deed.words, ...deed.then.map((text) => element("span", " " + text, "then")));
    return made;
  }

  function left(rest) {
    const made = element("li", undefined, "left");
    made.append(element("bdi", rest[0]), " ", ...cards(rest[1]), " ", rest[2]);
    return made;
  }

  function heldBy(moment, seat) {
    if (moment.hands) return cards(moment.hands[seat]);
    const rest = moment.held[seat] - moment.courts[seat].length;
    return [...cards(moment.courts[seat]), rest ? (moment.courts[seat].length ? " and " : "") + rest + " unknown" : ""];
  }

  function show() {
    const moments = round.moments, moment = moments[place], end = place === moments.length - 1;
    const trick = moment.trick ? "Trick " + moment.trick : "Before the first trick";
    title.textContent = trick + " (event " + place + " of " + (moments.length - 1) + ")";
    said.textContent = moment.deed ? trick + ". " + sentence(moment.deed) : "The round begins.";
    const lines = moments.slice(0, place + 1).filter((each) => each.deed && each.trick === moment.trick);
    deeds.replaceChildren(...lines.map((each) => line(each.deed)), ...(end ? round.left.map(left) : []));
    if (lines.length) deeds.children[lines.length - 1].setAttribute("aria-current", "step");
    [...seats.rows].forEach((row, seat) => {
      row.className = moment.turn === seat ? "turn" : "";
      row.cells[1].textContent = moment.held[seat];
      row.cells[2].replaceChildren(...heldBy(moment, seat));
      row.cells[3].textContent = moment.captured[seat];
    });
    slider.max = moments.length - 1;
    slider.value = place;
    slider.setAttribute("aria-valuetext", said.textContent);
    for (const button of panel.querySelectorAll("button"))
      button.setAttribute("aria-disabled", steps[button.dataset.step]() === place);
  }

  function ends() {
    const all = round.moments;
    return all.map((_, number) => number).filter((number) => number === all.length - 1 || all[number].trick !== all[number + 1].trick);
  }

  const steps = {
    "first": () => 0,
    "last": () => round.moments.length - 1,
    "back": () => Math.max(0, place - 1),
    "on": () => Math.min(round.moments.length - 1, place + 1),
    "trick-back": () => ends().filter((number) => number < place).pop() ?? 0,
    "trick-on": () => ends().find((number) => number > place) ?? place,
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", ArrowUp: "trick-back", ArrowDown: "trick-on",
    PageUp: "trick-back", PageDown: "trick-on", Home: "first", End: "last",
  };

  function go(step) {
    place = steps[step]();
    show();
  }

  panel.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) go(button.dataset.step);
  });
  slider.addEventListener("input", () => { place = Number(slider.value); show(); });
  choice.addEventListener("change", () => { round = data.rounds[choice.value]; place = 0; show(); });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === choice) return;
    const step = keys[event.key], inside = panel.contains(event.target);
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!step || !(inside || (sideways && !event.target.closest(".scroll")))) return;
    event.preventDefault();
    go(step);
  });
  panel.hidden = false;
  show();
})();
