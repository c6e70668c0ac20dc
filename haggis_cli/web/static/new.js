// A new match: the choice of the first leader shows the typed names, and a touch seats a player from earlier matches.
// On the way back, as after a start whose answer was lost, all that was typed is there again, with the time of the page:
// sent again as it was, it starts no second match.
"use strict";
try { // a browser may keep nothing
  const form = document.querySelector("form[method=post]"), { variant, number, like } = form.elements;
  const key = `haggis:new ${variant.value} ${number.value} ${like.value}`;
  if (performance.getEntriesByType("navigation")[0].type !== "navigate")
    for (const [name, value] of JSON.parse(sessionStorage.getItem(key) ?? "[]")) if (form.elements[name]) form.elements[name].value = value;
  addEventListener("pagehide", () => sessionStorage.setItem(key, JSON.stringify([...new FormData(form)].filter(([name]) => name !== "token"))));
} catch { /* then they are typed again */ }

const seats = [...document.querySelectorAll("[id^=player-]")];
const said = (seat) => seat.value.trim().toLowerCase();
const label = () => seats.forEach((seat, place) => {
  const isAlone = said(seat) && seats.every((other) => other === seat || said(other) !== said(seat));
  const text = isAlone ? seat.value.trim() : `Seat ${place + 1}`, shown = document.querySelector(`label[for="beginner-is-${place + 1}"]`);
  if (shown.textContent.replace("\xad", "") !== text) shown.textContent = text;  // the server has hyphenated its own
});
for (const seat of seats) seat.addEventListener("input", label);
label();

const offered = document.getElementById("played-here");
if (offered) {
  const buttons = [...offered.querySelectorAll("button")];
  const seated = (name) => seats.some((seat) => said(seat) === name.toLowerCase());
  const show = () => {
    const free = seats.some((seat) => !seat.value.trim());
    for (const each of buttons) each.hidden = !free || seated(each.textContent);
    offered.hidden = buttons.every((each) => each.hidden);
  };
  offered.addEventListener("click", ({target}) => {
    const name = target.closest("button")?.textContent;
    if (!name) return;
    const seat = seats.find((each) => !each.value.trim());
    seat.value = name;
    seat.dispatchEvent(new Event("input"));
    show();
    if (offered.hidden) seat.focus();
  });
  for (const seat of seats) seat.addEventListener("input", show);
  show();
}
