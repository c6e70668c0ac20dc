// A new match: who leads first is asked by name as soon as the names are typed.
"use strict";
for (const name of document.querySelectorAll("[id^=player-]")) {
  const seat = name.id.slice("player-".length);
  const label = document.querySelector(`label[for="beginner-is-${seat}"]`);
  const put = () => { label.textContent = name.value.trim() || "Seat " + seat; };
  name.addEventListener("input", put);
  put();
}
