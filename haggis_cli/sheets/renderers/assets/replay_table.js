/* The second part of the replay's script: drawing the cards, the players and the trick in their own layout. */
/* ---- Drawing ---- */
function element(name, className = "", textContent = "") {
  return Object.assign(document.createElement(name), {className, textContent});
}

const drawn = {};
function card(name) {
  if (!drawn[name]) {
    const [, rank, suit] = name.match(/^(\d+|.)(.*)$/), made = at("faces").content.children[suit ? 0 : 1].cloneNode(true);
    const [corner, sign, large] = [...made.querySelectorAll("use")].map((each) => (symbol) => each.setAttribute("href", "#" + symbol));
    corner("rank-" + rank);
    sign(suit ? "suit-" + suit : "court");
    large(suit ? "suit-" + suit : "rank-" + rank);
    made.setAttribute("class", "face " + (suit || "court"));
    made.dataset.card = name;
    drawn[name] = made;
  }
  return drawn[name].cloneNode(true);
}
function fan(cards, backs = 0) {
  return [...Array.from({length: backs}, () => element("span", "face back")), ...cards.map(card)];
}
function play({seat, cards}, highest) {
  const made = element("div", highest ? "play highest" : "play"), name = element("bdi", "by", data.names[seat]), hand = element("div", "fan");
  hand.append(...fan(cards));
  made.append(name, hand);
  return made;
}

/* ---- One layout for the whole match, with room for the largest trick and captions ---- */
let wide = 0;
function reserve() {
  const moments = rounds.flatMap((round) => round.moments).filter(Boolean);
  const longest = (text) => Math.max(...moments.flatMap((moment) => data.names.map((_, seat) => text(moment, seat).length)));
  // Everything is put in place first and measured then, because each new layout takes time.
  const ends = rounds.flatMap(({ end }) => end ? [end.cloneNode(true)] : []), captions = longest_captions();
  result.replaceChildren(...ends);
  said.replaceChildren(...captions);
  laid.replaceChildren(...data.names.map((_, seat) => play({seat, cards: ["J"]}, true)), play({seat: 0, cards: ["J", "Q"]}));
  stage.classList.remove("many");
  const highest = (made) => Math.max(0, ...made.map((each) => each.offsetHeight)) + "px";
  let rows = most_rows(moments);
  wide = stage.clientWidth;
  const room = {
    most: Math.max(2, ...moments.flatMap((moment) => moment.held)),
    bet: Math.max(0, ...moments.flatMap((moment) => moment.bets.map((bet) => bet.length))),
    pile: longest(pile_text), "pile-long": longest(captured_words), result: highest(ends), said: highest(captions),
  };
  // If a trick takes more rows than there is room for, its cards are smaller on a phone and a low screen.
  if (rows > getComputedStyle(stage).getPropertyValue("--many")) { stage.classList.add("many"); rows = most_rows(moments); }
  for (const [name, value] of Object.entries({...room, rows})) stage.style.setProperty("--" + name, value);
}

/** The captions of the longest few lines of the story, one of which is the highest. */
function longest_captions() {
  const length = (round, number, moment) => (moment.result ? round.story.querySelector(".gains") : round.lines[number])?.textContent.length + String(round.lost?.[number]).length;
  const all = rounds.flatMap((round) => round.moments.flatMap((moment, number) => moment && !goes_on(moment, round.moments[number + 1]) ? [[length(round, number, moment) || 0, round, number]] : []));
  const longest = all.sort((one, two) => two[0] - one[0]).slice(0, 12);
  return longest.map(([, round, number]) => { const line = element("div"); line.append(...caption(round, number)); return line; });
}

/** The number of rows that the longest trick takes; a play of one card of each player and one of two cards show how wide plays are. */
function most_rows(moments) {
  const wide = (made) => made.getBoundingClientRect().width;
  const least = [...laid.children].map(wide), one = wide(laid.firstChild.lastChild), two = wide(laid.lastChild.lastChild);
  const gap = parseFloat(getComputedStyle(laid).columnGap) || 0, room = laid.clientWidth;
  const {paddingLeft, borderLeftWidth} = getComputedStyle(laid.firstChild), frame = 2 * (parseFloat(paddingLeft) + parseFloat(borderLeftWidth));
  const rows = (moment) => {
    let lines = 1, left = room;
    for (const each of moment.laid) {
      const needed = Math.max(least[each.seat], one + (each.cards.length - 1) * (two - one) + frame);
      if (needed > left - 1 && left < room) { lines++; left = room; }
      left -= needed + gap;
    }
    return lines;
  };
  return Math.max(1, ...moments.map(rows));
}

/* ---- Showing a moment ---- */
const round_now = () => rounds[at_round];
let waiting = null;

function show() {
  const round = round_now(), moment = round.moments[place], line = round.lines[place];
  waiting?.told.replaceWith(waiting.whole);
  waiting = null;
  choice.value = at_round;
  slider.max = round.moments.length - 1;
  slider.value = place;
  at("where").textContent = place + " / " + slider.max;
  if (drawn_round !== round) { draw_marks(drawn_round = round); reviewing?.draw(round); }
  reviewing?.show(round, place);
  if (moment) draw(round, moment, line);
  else said.textContent = "Round " + round.n + " is not scored, so there is nothing to show.";
  stage.classList.toggle("nothing", !moment);
  for (const each of stage.querySelectorAll("[data-step]")) {
    const step = each.dataset.step;
    if (step !== "play") each.ariaDisabled = steps[step]().join() === stay().join();
  }
  mark(round, line);
  // While others still have to pass, the line names them all, the one who passes now in bold, and what comes of it is not marked.
  const is_ahead = Boolean(goes_on(moment, round.moments[place + 1]));
  line?.classList.toggle("ahead", is_ahead);
  if (is_ahead) {
    const alike = [...round.lines.keys()].filter((number) => round.lines[number] === line);
    const names = alike.map((number) => element("bdi", number === place ? "now" : "", data.names[round.moments[number].passed.at(-1)]));
    waiting = {whole: line.firstChild, told: element("span")};
    waiting.told.append(...names.flatMap((name, at) => [["", " and ", ", "][at && Math.min(2, names.length - at)], name]), " pass");
    waiting.whole.replaceWith(waiting.told);
  }
  // On a page that offers to look for better plays, the search is for the round that is shown.
  const search = document.querySelector(".better select");
  if (!search) return;
  search.hidden = true;
  search.value = round.n;
  search.form.hidden = !search.value;
}

/** Marks on the slider for the beginnings of tricks and for players going out. */
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
  const cards = moment.laid.flatMap((each) => each.cards).length, top = moment.laid.at(-1);
  at("trick").textContent = moment.result || !moment.trick ? "" : trick_name(moment);
  at("worth").textContent = cards ? count(cards, "card") + (data.plain ? "" : ", " + count(moment.worth, "point")) : "";
  const played = moment.laid.map((each, number) => play(each, number === moment.laid.length - 1));
  if (round.moments[place - 1]?.laid.length === played.length - 1) played.at(-1).classList.add("new");
  laid.replaceChildren(...(played.length || moment.result ? played : [opening(round, moment)]));
  laid.scrollTop = 999; // its last rows
  const whose = element("span"), [what, which] = top ? reading(last_play(round)).split(/ (?=\()/) : [];
  whose.append(element("span", "", moment.taker === null ? "Winning:\u00a0" : "Won by\u00a0"), element("bdi", "", data.names[top?.seat]), element("span", "reading", ", " + what));
  at("best").replaceChildren(...(top ? [whose, element("span", "", which && "\u00a0" + which)] : []));
  result.replaceChildren(...(moment.result && round.end ? [round.end.cloneNode(true)] : []));
  seats.forEach((_, seat) => draw_seat(moment, seat));
  [...at("score").children].forEach((side, number) => {
    const totals = moment.result ? round.after : round.before;
    side.querySelector("b").textContent = minus(totals?.[number] ?? "?");
    side.lastChild.textContent = moment.result && round.won ? minus((round.won[number] < 0 ? "" : "+") + round.won[number]) : "";
  });
  if (shown_pile >= 0) draw_pile(moment);
  said.replaceChildren(...caption(round, place));
  slider.ariaValueText = said.textContent;
}

/** A moment in sentences. */
function caption(round, number) {
  const moment = round.moments[number];
  if (moment.result) return ["Round " + round.n + " is over. ", ...round.story.querySelector(".gains").cloneNode(true).childNodes, "."];
  const told = round.lines[number] ? words(round, number) : ["Round " + round.n + " begins"];
  const is_cut = (told.at(-1).textContent ?? told.at(-1)).endsWith("\u2026");  // a name without room
  return [trick_name(moment) + ". ", ...told, is_cut ? "" : ".", ...(round.lost?.[number] ? [" " + round.lost[number] + "."] : [])];
}
const trick_name = (moment) => moment.trick ? "Trick " + moment.trick : "Before the first trick";

const last_play = (round) => round.lines[round.moments.findLastIndex((each, number) => each.is_play && number <= place)];

/** What comes next where no cards are on the table. */
function opening(round, moment) {
  const made = element("b"), due = Object.entries(round.due).find(([, until]) => place < until);
  made.append(element("bdi", "", data.names[moment.turn]), " " + (due?.[0] ?? "leads"));
  return made;
}

function state_of(moment, seat) {
  const out = moment.out.indexOf(seat);
  if (moment.turn === seat) return ["turn", out < 0 ? "to play" : "decides"];
  if (out >= 0) return ["out", "out " + (["1st", "2nd", "3rd"][out] ?? out + 1 + "th")];
  return moment.passed.includes(seat) ? ["passed", "passed"] : ["", ""];
}

function draw_seat(moment, seat) {
  const [kind, text] = state_of(moment, seat);
  seats[seat].className = "seat " + kind;
  part(seat, "state").textContent = text;
  part(seat, "bet").replaceChildren(...(moment.bets[seat].match(/\S+ ?/g) ?? []).map((word) => element("span", "", word)));
  part(seat, "count").textContent = moment.captured ? moment.held[seat] : "";
  const taken = part(seat, "pile"), [, long, short] = taken.children;
  long.textContent = captured_words(moment, seat);
  // Without room, 6 points are 6 pts, and 8 cards are 8 beside the sign of cards.
  const [figure, unit, rest] = pile_text(moment, seat).split(/(oin| cards?)/);
  short.replaceChildren(figure, element("span", "", unit), rest);
  taken.classList.toggle("points", rest);
  taken.ariaLabel = captured_by(moment, seat);
  const known = moment.hands ? moment.hands[seat] : moment.courts[seat], backs = moment.held[seat] - known.length;
  const hand = part(seat, "fan"), key = backs + " " + known.join(" ");
  if (hand.dataset.shown === key) return;
  hand.dataset.shown = key;
  hand.replaceChildren(...fan(known, backs));
  hand.ariaLabel = `Hand of ${data.names[seat]}: ` + ([backs ? count(backs, "unknown card") : "", known.join(" ")].filter(Boolean).join(", ") || "empty");
}

const pile_text = (moment, seat) => data.plain && moment.captured ? count(moment.captured[seat], "card") : count(moment.points[seat], "point");
const captured_words = (moment, seat) => (data.plain || !moment.captured ? "" : count(moment.captured[seat], "card") + ", ") + pile_text(moment, seat);
const captured_by = (moment, seat) => `Captured by ${data.names[seat]}: ` + captured_words(moment, seat);

function draw_pile(moment) {
  const cards = moment.piles[shown_pile], hidden = (moment.captured?.[shown_pile] ?? 0) - cards.length;
  const rank = (name) => parseInt(name) || 11 + "JQK".indexOf(name);
  const hand = element("div", "fan");
  hand.append(...fan([...cards].sort((one, two) => rank(one) - rank(two) || (one < two ? -1 : 1)), Math.max(0, hidden)));
  pile.replaceChildren(element("p", "line", captured_by(moment, shown_pile)), hand);
}
