// Prevents accidental touches. A button that changes something rests for a moment after it appears or moves, so that
// the second half of a double touch, or a touch meant for whatever was there before, does nothing.
"use strict";
const Touch = (() => {
  const MOMENT = 500, SENDS = "form[method=post] button:not([type=button])";
  const waking = new WeakMap();  // the resting buttons, and the timers that wake them

  function rest(place) {
    for (const button of place.querySelectorAll(SENDS)) {
      if (button.disabled && !waking.has(button)) continue;
      clearTimeout(waking.get(button));
      button.disabled = true;
      waking.set(button, setTimeout(() => wake(button), MOMENT));
    }
  }

  function wake(button) {
    clearTimeout(waking.get(button));
    waking.delete(button);
    button.disabled = false;
  }

  rest(document);
  document.body.classList.add("fresh");  // links that look like buttons also rest
  setTimeout(() => document.body.classList.remove("fresh"), MOMENT);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) if ([...addedNodes].some((each) => each instanceof Element)) rest(target);
  }).observe(document.body, { childList: true, subtree: true });

  return { rest, wake };
})();
