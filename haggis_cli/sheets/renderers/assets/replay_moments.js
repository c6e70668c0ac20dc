/* The first part of the replay's script: the elements of the page, the moments, and the lines of the story. */
const at = (id) => document.getElementById("replay-" + id);
const data = JSON.parse(at("data").textContent);
const panel = document.getElementById("replay"), stage = at("stage"), told = at("told");
const choice = at("round"), slider = at("at"), said = at("said"), laid = at("laid"), result = at("result"), pile = at("pile");
const seats = data.names.map((_, seat) => stage.querySelector(`[data-seat="${seat}"]`));
const part = (seat, name) => seats[seat].querySelector("." + name);
const button = (step) => stage.querySelector(`[data-step="${step}"]`);
const rounds = data.rounds, minus = (figure) => String(figure).replace("-", "\u2212"), count = (number, noun) => minus(number) + " " + noun + (number === 1 || number === -1 ? "" : "s");
let at_round = Number(choice.value) || 0, place = 0, timer = 0, shown_pile = -1, drawn_round = null, reviewing = null;

/* ---- The moments: each has only what is not expected ---- */
const split = (text) => (text.match(/\d+[a-z]*|[A-Z]/g) ?? []).flatMap((word) => {
  const [, rank, suits] = word.match(/^(\d+|.)(.*)$/);
  return suits ? [...suits].map((suit) => rank + suit) : [word];
});
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

/** Expands a moment: a text is a play of the player in turn, a number is the seat that passes. */
const written_out = (news, turn) => typeof news === "string" ? {p: [turn, news]} : typeof news === "number" ? {x: news} : news;

/** The seat that played last, if all others with cards have passed. */
function next_taker(moment) {
  const last = moment.laid.at(-1)?.seat ?? null;
  return moment.held.some((held, seat) => held && seat !== last && !moment.passed.includes(seat)) ? null : last;
}

function expect(before, news) {
  const now = {...before, result: Boolean(news.r), is_play: Boolean(news.p), is_pass: news.x !== undefined}, begins = news.p && before.taker !== null;
  now.trick = news.t ?? before.trick + (begins ? 1 : 0);
  if (news.r || begins || news.t !== undefined) Object.assign(now, {laid: [], worth: 0, taker: null, passed: []});
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
  const taker = news.k !== undefined ? news.k : news.x !== undefined ? next_taker(now) : null;
  if (taker !== null) {
    const cards = now.laid.flatMap((each) => each.cards);
    now.taker = taker;
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
  round.moments = round.moments.map((told) => {
    const news = written_out(told, now.turn);
    now = expect(now, news);
    for (const key in fields) if (key in news) now[fields[key]] = news[key];
    for (const key in lists) if (key in news) now[lists[key]] = news[key] && news[key].map(split);
    if (news.g) now.piles = news.g.map((text, seat) => [...now.piles?.[seat] ?? [], ...split(text)]);
    if ("l" in news) now.laid = news.l.map(([seat, text]) => ({seat, cards: split(text)}));
    return now;
  });
  if (!round.moments.length) round.moments = [null];
}

/* ---- The story: each line links to a moment; a line of consecutive passes links to the last of them ---- */
const goes_on = (one, two) => one && two && one.is_pass && two.is_pass && one.trick === two.trick;
for (const round of rounds) {
  round.story = document.getElementById("r" + round.n);
  const lines = [...round.story.querySelectorAll(".tricks > li:not(.end) > ul > li")];
  const ends = [...round.story.querySelectorAll(".end > h4")];
  round.end = round.story.querySelector(".end table");
  let link, used = 0;
  round.lines = round.moments.map((moment, number) => {
    if (!moment || !moment.result && !number) return undefined;
    if (!goes_on(round.moments[number - 1], moment)) link = linked(moment.result ? ends[0] : lines[used++]);
    if (link) link.href = address(round, number);
    return link;
  });
}

function address(round, number) { return "#r" + round.n + "e" + number; }
function linked(line) {
  if (!line) return undefined;
  const link = document.createElement("a");
  link.tabIndex = -1;
  link.append(...line.childNodes);
  line.append(link);
  return link;
}
const plain = (text) => text.replace(/[ \n]+/g, " ").trim();
/** A moment as sentences: player, cards, what they count as; then the consequences. A name keeps its direction. */
function words(round, number) {
  const line = round.lines[number], moment = round.moments[number], cards = moment.trick ? cards_of(line) : "", deed = text_of(line, cards);
  const is_ahead = goes_on(moment, round.moments[number + 1]), then = is_ahead ? [] : [...line.querySelectorAll("i")];
  const name = element("bdi", "", data.names[cards ? moment.laid.at(-1).seat : moment.passed.at(-1)]);
  const first = cards ? [name, ": " + [cards, deed].filter(Boolean).join(", ")] : is_ahead ? [name, " passes"] : [deed];
  return [...first, ...then.map((each) => ". " + plain(each.textContent))];
}
/** What a play counts as. */
const reading = (line) => text_of(line, true) || "a single " + cards_of(line).match(/10|./);
const cards_of = (line) => [...line.querySelectorAll(":scope > b")].map((each) => each.textContent).join(" ");
/** The line without the consequences; of a play also without its cards, and the name and the comma around them. */
const text_of = (line, is_play) => plain([...line.childNodes].filter((node, place) => node.nodeName !== "I" && (!is_play || place && node.nodeName !== "B")).map((node) => node.textContent.replace(/^, /, "")).join(" "));
