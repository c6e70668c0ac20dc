"use strict";
(() => {
  const at = (id) => document.getElementById("replay-" + id);
  const data = JSON.parse(at("data").textContent);
  const panel = document.getElementById("replay"), stage = at("stage"), told = at("told");
  const choice = at("round"), slider = at("at"), said = at("said"), laid = at("laid"), result = at("result"), pile = at("pile");
  const seats = data.names.map((_, seat) => stage.querySelector(`[data-seat="${seat}"]`));
  const part = (seat, name) => seats[seat].querySelector("." + name);
  const button = (step) => stage.querySelector(`[data-step="${step}"]`);
  const rounds = data.rounds, count = (number, noun) => number + " " + noun + (number === 1 || number === -1 ? "" : "s");
  let at_round = Number(choice.value) || 0, place = 0, timer = 0, shown_pile = -1, drawn_round = null;

  /* ---- The moments: of each, only what is not expected is told ---- */
  const split = (text) => text.split(" ").filter(Boolean);
  const changed = (list, seat, value) => list.map((old, other) => other === seat ? value : old);
  const without = (hand, cards) => {
    const rest = [...hand];
    for (const card of cards) if (rest.includes(card)) rest.splice(rest.indexOf(card), 1);
    return rest;
  };
  function next_turn(moment, seat) {
    for (let step = 1; step <= seats.length; step++) if (moment.held[(seat + step) % seats.length]) return (seat + step) % seats.length;
    return seat;
  }

  function expect(before, news) {
    const now = {...before, result: Boolean(news.r)};
    if (news.t !== undefined) now.trick = news.t;
    if (news.r || news.t !== undefined) Object.assign(now, {laid: [], worth: 0, taker: null, passed: []});
    if (news.p) {
      const [seat, text] = news.p, cards = split(text);
      now.laid = [...now.laid, {seat, cards}];
      now.worth += cards.length;
      now.passed = [];
      now.held = changed(now.held, seat, now.held[seat] - cards.length);
      now.courts = changed(now.courts, seat, without(now.courts[seat], cards));
      if (now.hands) now.hands = changed(now.hands, seat, without(now.hands[seat], cards));
    }
    if (news.x !== undefined) now.passed = [...now.passed, news.x];
    if (news.p || news.x !== undefined) now.turn = next_turn(now, news.p ? news.p[0] : news.x);
    if (news.k !== undefined && news.k !== null) {
      const cards = now.laid.flatMap((each) => each.cards), taker = now.taker = news.k;
      now.captured = changed(now.captured, taker, now.captured[taker] + cards.length);
      now.points = changed(now.points, taker, now.points[taker] + (news.w ?? now.worth));
      now.piles = changed(now.piles, taker, [...now.piles[taker], ...cards]);
    }
    return now;
  }

  const fields = {w: "worth", y: "passed", h: "held", n: "captured", v: "points", b: "bets", o: "out", a: "turn"};
  const lists = {j: "courts", c: "hands", q: "piles"};
  for (const round of rounds) {
    let now = {trick: 0, taker: null};
    round.moments = round.moments.map((news) => {
      now = expect(now, news);
      for (const key in fields) if (key in news) now[fields[key]] = news[key];
      for (const key in lists) if (key in news) now[lists[key]] = news[key] && news[key].map(split);
      if ("l" in news) now.laid = news.l.map(([seat, text]) => ({seat, cards: split(text)}));
      return now;
    });
    if (!round.moments.length) round.moments = [null];
  }

  /* ---- The story: its lines are addresses of moments ---- */
  for (const round of rounds) {
    round.story = document.getElementById("r" + round.n);
    const lines = [...round.story.querySelectorAll(".tricks > li:not(.end) > ul > li")];
    const ends = [...round.story.querySelectorAll(".end > h4")];
    round.end = round.story.querySelector(".end table");
    round.lines = round.moments.map((moment, number) => moment && (moment.result ? ends[0] : lines[number - 1]));
    round.lines.forEach((line, number) => {
      if (!line) return;
      const link = document.createElement("a");
      link.href = address(round, number);
      link.tabIndex = -1;
      link.append(...line.childNodes);
      line.append(link);
      round.lines[number] = link;
    });
  }

  function address(round, number) { return "#r" + round.n + "e" + number; }
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  /** A line as sentences: who, the cards, what they count as; then what came of it. */
  function words(line) {
    const cards = [...line.querySelectorAll(":scope > b")].map((each) => each.textContent), name = line.querySelector(":scope > bdi");
    const first = name ? name.textContent + ": " + cards.join(" ") + ", " + reading(line) : reading(line);
    return [first, ...[...line.querySelectorAll("i")].map((each) => plain(each.textContent))].join(". ");
  }
  /** What a play counts as: the line without its name, its cards and what came of it. */
  const reading = (line) => plain([...line.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" "));

  /* ---- Drawing ---- */
  function element(name, kind, text) {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const drawn = {};
  function use(symbol, x, y, size) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "use");
    for (const [key, value] of Object.entries({href: "#" + symbol, x, y, width: size, height: size})) made.setAttribute(key, value);
    return made;
  }
  function card(name) {
    if (!drawn[name]) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", "svg"), [, rank, suit] = name.match(/^(\d+|.)(.*)$/);
      made.setAttribute("viewBox", "0 0 40 56");
      made.setAttribute("class", "face " + (suit || "court"));
      made.dataset.card = name;
      made.append(use("rank-" + rank, 0.5, 2, 19), use(suit ? "suit-" + suit : "court", 3, 23, 14));
      made.append(suit ? use("suit-" + suit, 18, 33, 19) : use("rank-" + rank, 15, 29, 25));
      drawn[name] = made;
    }
    return drawn[name].cloneNode(true);
  }
  function fan(cards, backs = 0) {
    return [...Array.from({length: backs}, () => element("span", "face back")), ...cards.map(card)];
  }
  function play({seat, cards}, highest) {
    const made = element("div", highest ? "play highest" : "play"), name = element("bdi", "by", data.names[seat]), hand = element("div", "fan");
    name.title = data.names[seat];
    hand.append(...fan(cards));
    made.append(name, hand);
    return made;
  }

  /* ---- One layout for the whole match: room for the most that is ever shown ---- */
  function reserve() {
    const moments = rounds.flatMap((round) => round.moments).filter(Boolean), set = (name, value) => stage.style.setProperty("--" + name, value);
    set("most", Math.max(2, ...moments.flatMap((moment) => moment.held)));
    set("bet", Math.max(0, ...moments.flatMap((moment) => moment.bets.map((bet) => bet.length))));
    const longest = (text) => Math.max(...moments.flatMap((moment) => data.names.map((_, seat) => text(moment, seat).length)));
    set("pile", longest(pile_text));
    set("pile-long", longest(captured_words));
    laid.replaceChildren(play({seat: 0, cards: ["J"]}), play({seat: 0, cards: ["J", "Q"]}));
    const [one, two] = [...laid.querySelectorAll(".fan")].map((each) => each.getBoundingClientRect().width);
    const least = laid.firstChild.getBoundingClientRect().width;
    const style = getComputedStyle(laid), gap = parseFloat(style.columnGap) || 0, room = laid.clientWidth;
    const edges = getComputedStyle(laid.firstChild), sides = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"];
    const frame = sides.reduce((sum, side) => sum + parseFloat(edges[side]), 0);
    const rows = (moment) => {
      let lines = 1, left = room;
      for (const each of moment.laid) {
        const wide = Math.max(least, one + (each.cards.length - 1) * (two - one) + frame);
        if (wide > left - 1 && left < room) { lines++; left = room; }
        left -= wide + gap;
      }
      return lines;
    };
    set("rows", Math.max(1, ...moments.map(rows)));
    let high = 0;
    for (const { end } of rounds) if (end) {
      result.replaceChildren(end.cloneNode(true));
      high = Math.max(high, result.firstChild.offsetHeight);
    }
    set("result", high + "px");
  }

  /* ---- Showing a moment ---- */
  const round_now = () => rounds[at_round];

  function show() {
    const round = round_now(), moment = round.moments[place], line = round.lines[place];
    choice.value = at_round;
    slider.max = round.moments.length - 1;
    slider.value = place;
    at("where").textContent = place + " / " + (round.moments.length - 1);
    if (drawn_round !== round) draw_marks(drawn_round = round);
    if (moment) draw(round, moment, line);
    else stage.classList.add("nothing");
    for (const each of stage.querySelectorAll("[data-step]")) {
      const step = each.dataset.step;
      if (step !== "play") each.setAttribute("aria-disabled", steps[step]().join() === [at_round, place].join());
    }
    mark(round, line);
  }

  /** Where tricks begin and who goes out, above the slider. */
  function draw_marks(round) {
    const marks = round.moments.flatMap((moment, number) => {
      const before = round.moments[number - 1], out = before && moment.out.length > before.out.length;
      if (!before || !out && (moment.trick === before.trick || moment.result)) return [];
      const made = element("span", out ? "out" : "");
      made.style.left = number / (round.moments.length - 1) * 100 + "%";
      return [made];
    });
    at("marks").replaceChildren(...marks);
  }

  function draw(round, moment, line) {
    stage.classList.toggle("is-result", moment.result);
    stage.classList.remove("nothing");
    const cards = moment.laid.flatMap((each) => each.cards).length, top = moment.laid[moment.laid.length - 1];
    at("trick").textContent = moment.result ? "" : moment.trick ? "Trick " + moment.trick : "Before the first trick";
    at("worth").textContent = cards ? count(cards, "card") + (data.plain ? "" : ", " + count(moment.worth, "point")) : "";
    const played = moment.laid.map((each, number) => play(each, number === moment.laid.length - 1));
    if (round.moments[place - 1]?.laid.length === moment.laid.length - 1 && played.length) played[played.length - 1].classList.add("new");
    laid.replaceChildren(...played);
    at("best").textContent = top ? (moment.taker === null ? "Winning: " : "Won by ") + data.names[top.seat] + ", " + reading(last_play(round)) : "";
    result.replaceChildren(...(moment.result && round.end ? [round.end.cloneNode(true)] : []));
    seats.forEach((_, seat) => draw_seat(moment, seat));
    [...at("score").children].forEach((side, number) => {
      const totals = moment.result ? round.after : round.before;
      side.querySelector("b").textContent = totals ? totals[number] ?? "?" : "?";
      side.lastChild.textContent = moment.result && round.won ? (round.won[number] < 0 ? "" : "+") + round.won[number] : "";
    });
    if (shown_pile >= 0) draw_pile(moment);
    const trick = moment.result ? "Round " + round.n + " is over" : at("trick").textContent;
    const text = line && !moment.result ? words(line) : moment.result ? plain(round.story.querySelector(".gains").textContent) : "Round " + round.n + " begins";
    said.textContent = trick + ". " + text + ".";
    slider.setAttribute("aria-valuetext", said.textContent);
  }

  function last_play(round) {
    for (let number = place; number > 0; number--)
      if (round.moments[number].laid.length > round.moments[number - 1].laid.length || round.moments[number].trick !== round.moments[number - 1].trick && round.moments[number].laid.length)
        return round.lines[number];
    return round.lines[place];
  }

  const places = ["1st", "2nd", "3rd"];
  function state_of(moment, seat) {
    const out = moment.out.indexOf(seat);
    if (moment.turn === seat) return ["turn", out < 0 ? "to play" : "decides"];
    if (out >= 0) return ["out", "out " + (places[out] ?? out + 1 + "th")];
    return moment.passed.includes(seat) ? ["passed", "passed"] : ["", ""];
  }

  function draw_seat(moment, seat) {
    const [kind, text] = state_of(moment, seat), top = moment.laid[moment.laid.length - 1];
    seats[seat].className = ["seat", kind, top?.seat === seat ? "wins" : ""].join(" ").trim();
    part(seat, "state").textContent = text;
    part(seat, "bet").textContent = moment.bets[seat];
    part(seat, "count").textContent = moment.captured ? moment.held[seat] : "";
    const taken = part(seat, "pile");
    taken.querySelector(".short").textContent = pile_text(moment, seat);
    taken.querySelector(".long").textContent = captured_words(moment, seat);
    taken.setAttribute("aria-label", `Captured by ${data.names[seat]}: ` + captured_words(moment, seat));
    const known = moment.hands ? moment.hands[seat] : moment.courts[seat], backs = moment.held[seat] - known.length;
    const hand = part(seat, "fan");
    const key = backs + " " + known.join(" ");
    if (hand.dataset.shown === key) return;
    hand.dataset.shown = key;
    hand.replaceChildren(...fan(known, backs));
    hand.setAttribute("aria-label", `Hand of ${data.names[seat]}: ` + ([backs ? count(backs, "unknown card") : "", known.join(" ")].filter(Boolean).join(", ") || "empty"));
  }

  function pile_text(moment, seat) {
    const points = moment.points[seat] + "p";
    return moment.captured ? moment.captured[seat] + (data.plain ? "" : " \u00b7 " + points) : points;
  }

  function captured_words(moment, seat) {
    const points = count(moment.points[seat], "point");
    return moment.captured ? count(moment.captured[seat], "card") + (data.plain ? "" : ", " + points) : points;
  }

  function draw_pile(moment) {
    const cards = moment.piles[shown_pile], hidden = (moment.captured?.[shown_pile] ?? 0) - cards.length;
    const rank = (name) => "JQK".indexOf(name) >= 0 ? 11 + "JQK".indexOf(name) : parseInt(name);
    const hand = element("div", "fan");
    hand.append(...fan([...cards].sort((one, two) => rank(one) - rank(two) || (one < two ? -1 : 1)), Math.max(0, hidden)));
    pile.replaceChildren(element("p", "line", `Captured by ${data.names[shown_pile]}: ` + captured_words(moment, shown_pile)), hand);
  }

  /* ---- The story follows ---- */
  let marked = null, unfolded = null;
  function mark(round, line) {
    if (unfolded && unfolded !== round.story) unfolded.open = false;
    if (!round.story.open) { round.story.open = true; unfolded = round.story; }
    const focused = marked !== null && marked === document.activeElement;
    if (marked) { marked.removeAttribute("aria-current"); marked.tabIndex = -1; }
    marked = line || null;
    const seen = line || round.story.firstChild;
    if (line) {
      line.setAttribute("aria-current", "step");
      line.tabIndex = 0;
      if (focused) line.focus({preventScroll: true});
    }
    if (told.scrollHeight > told.clientHeight + 1) {
      const box = seen.getBoundingClientRect(), frame = told.getBoundingClientRect();
      if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) told.scrollTop += box.top - frame.top - frame.height / 3;
    }
  }

  /* ---- Going on and back ---- */
  const last = (number) => rounds[number].moments.length - 1;
  const trick_ends = () => round_now().moments.map((_, number) => number)
    .filter((number) => number === last(at_round) || round_now().moments[number].trick !== round_now().moments[number + 1].trick || round_now().moments[number + 1].result);
  const before = () => place > 0 ? [at_round, place - 1] : at_round > 0 ? [at_round - 1, last(at_round - 1)] : [at_round, place];
  const after = () => place < last(at_round) ? [at_round, place + 1] : at_round < rounds.length - 1 ? [at_round + 1, 0] : [at_round, place];
  const steps = {
    "first": () => [at_round, 0],
    "last": () => [at_round, last(at_round)],
    "back": before,
    "on": after,
    "trick-back": () => place > 0 ? [at_round, trick_ends().filter((number) => number < place).pop() ?? 0] : before(),
    "trick-on": () => place < last(at_round) ? [at_round, trick_ends().find((number) => number > place)] : after(),
    "round-back": () => [Math.max(0, at_round - 1), at_round > 0 ? 0 : place],
    "round-on": () => at_round < rounds.length - 1 ? [at_round + 1, 0] : [at_round, place],
  };

  function go([to_round, to_place], kind = "replaceState") {
    panel.classList.add("used");
    [at_round, place] = [to_round, to_place];
    show();
    // A page without an address of its own may not change it.
    try { if (kind) history[kind](null, "", address(round_now(), place)); } catch { /* it stays */ }
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
    said.setAttribute("aria-live", "polite");
    const text = said.textContent;
    said.textContent = "";
    requestAnimationFrame(() => { if (!said.textContent) said.textContent = text; });
  }
  function draw_play() {
    stage.classList.toggle("playing", timer !== 0);
    for (const key of ["aria-label", "title"]) button("play").setAttribute(key, timer ? "Pause" : "Play");
  }
  function tick() {
    const next = after();
    if (next.join() === [at_round, place].join()) return pause();
    go(next);
    timer = setTimeout(tick, at("speed").value * (round_now().moments[place]?.result ? 2.5 : 1));
  }
  function toggle() {
    if (timer) return pause();
    said.setAttribute("aria-live", "off");
    if (after().join() === [at_round, place].join()) go([0, 0]);
    timer = setTimeout(tick, 300);
    draw_play();
  }

  /* ---- What people do ---- */
  stage.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (!pressed) return;
    if (pressed.classList.contains("pile")) return toggle_pile(Number(pressed.closest(".seat").dataset.seat));
    const step = pressed.dataset.step;
    if (step === "play") return toggle();
    pause();
    go(steps[step](), step.startsWith("round") ? "pushState" : "replaceState");
  });
  function toggle_pile(seat) {
    shown_pile = seat === shown_pile ? -1 : seat;
    pile.hidden = shown_pile < 0;
    seats.forEach((_, other) => part(other, "pile").setAttribute("aria-expanded", other === shown_pile));
    if (shown_pile >= 0) draw_pile(round_now().moments[place]);
  }
  slider.addEventListener("input", () => { pause(); go([at_round, Number(slider.value)]); });
  choice.addEventListener("change", () => { pause(); go([Number(choice.value), 0], "pushState"); });
  addEventListener("hashchange", () => follow_address(false));
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

  stage.hidden = false;
  panel.classList.add("live");
  reserve();
  let wide = stage.clientWidth;
  new ResizeObserver(() => {
    if (stage.clientWidth === wide) return;
    wide = stage.clientWidth;
    reserve();
    show();
  }).observe(stage);
  show();
  follow_address(true);
})();
