// A touch counts for what was there when it was meant. A button that changes something rests for a moment when it appears
// or has moved: the second half of a double touch, or one that was meant for what stood there before, does nothing.
"use strict";
const Touch = (() => {
  const MOMENT = 500, SENDS = "form[method=post] button:not([type=button])";
  const waking = new WeakMap();  // the buttons that rest, and what wakes each of them

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
  document.body.classList.add("fresh");  // links that look like buttons rest, too
  setTimeout(() => document.body.classList.remove("fresh"), MOMENT);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) if ([...addedNodes].some((each) => each instanceof Element)) rest(target);
  }).observe(document.body, { childList: true, subtree: true });

  return { rest, wake };
})();
