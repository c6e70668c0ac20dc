// The keys of the number pad: digits, court cards, counters for the other cards that are worth points, and a minus if a
// pile can be worth less than nothing. They produce a text as people type it: a number, a sum, or a pile like "J Q 7".
// The page says which cards count.
"use strict";
const PadKeys = (() => {
  const ROWS = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["⌫", "0", "✓"]];
  const NAMES = { "⌫": "Delete", "✓": "Done", "+": "Plus", "-": "Minus" };
  const SIGNS = { "-": "−" };
  let before = [];      // the texts before each key, for the Delete key
  let counted = false;  // whether the last key counted a card

  const words = (text) => text.trim().split(" ").filter(Boolean);
  const points = (worth) => `${worth} ${worth === "1" ? "point" : "points"}`;

  function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  function makeKey(key, name, small) {
    const button = element("button", SIGNS[key] ?? key);
    button.type = "button";
    button.dataset.key = key;
    if (name) button.setAttribute("aria-label", name);
    if (key === "✓") button.classList.add("primary");
    if (small) button.append(element("small", small));
    return button;
  }

  function makeCounter(kind) {  // a key for one more of these cards, such as 3 5 7 9
    const [worth, list] = kind.split(":"), ranks = list.split(",");
    const button = makeKey("", `One more card (${ranks.join(", ")}): ${points(worth)} each`, `+${worth}`);
    button.dataset.key = `card${worth}`;
    const shown = ranks.length > 5 ? [`${ranks[0]}–${ranks[ranks.length - 1]}`] : ranks;
    button.prepend(...shown.map((rank) => element("span", rank)));
    return button;
  }

  // The pad: three columns of digits, a fourth for court cards and signs, and one near the thumb for the counters.
  function make({ courts, kinds, belowZero }) {
    const pad = element("div", ""), side = element("div", ""), counters = words(kinds).map(makeCounter);
    pad.className = "keys";
    side.className = "fourth";
    const signs = belowZero === undefined ? ["+"] : ["-", "+"];
    side.append(...words(courts).map((text) => makeKey(text[0], `${text[0]}, ${points(text.slice(1))}`, text.slice(1))), ...signs.map((key) => makeKey(key, NAMES[key])));
    pad.append(...ROWS.flat().map((key) => makeKey(key, NAMES[key])), side);
    if (counters.length) {
      const columns = Math.ceil(counters.length / 4), column = element("div", "");
      column.className = "counters";
      column.append(...counters);
      pad.style.setProperty("--columns", String(4 + columns));
      pad.style.setProperty("--counters", String(Math.min(counters.length, 4)));
      pad.append(column);
    }
    return pad;
  }

  // The text after a key; `fresh`: no key has changed it yet, `plain`: a number counts cards.
  function press(key, text, fresh, plain) {
    if (key === "⌫") { counted = false; return before.length ? before.pop() : text.slice(0, -1).trimEnd(); }
    const begins = fresh && key !== "+" && !key.startsWith("card");
    before.push(begins ? "" : text);
    const after = add(key, begins ? "" : text, plain);
    counted = key.startsWith("card");
    return after;
  }

  function add(key, text, plain) {
    if (key.startsWith("card")) return plain ? countOn(text, /\d+(?!.*\d)/, "") : countOn(text, new RegExp(`\\d+(?=x${key.slice(4)}(?!\\d))`), `x${key.slice(4)}`);
    if (/[JQK]/.test(key)) return /\d$/.test(text) ? `${text} ${key}` : text + key;
    if (/\d/.test(key) && /[JQK]$/i.test(text)) return `${text} ${key}`;
    return /\d/.test(key) && counted ? `${text}+${key}` : text + key;
  }

  function countOn(text, number, behind) {  // counts one more card in the text
    if (number.test(text)) return text.replace(number, (found) => String(Number(found) + 1));
    const joint = /\d$/.test(text) ? "+" : /[JQK]$/i.test(text) ? " " : "";
    return `${text}${joint}1${behind}`;
  }

  return { make, press, forget: () => { before = []; counted = false; } };
})();
