// Updates the figures of the score pad from the server's answer, except figures that were changed since, and the field
// in use.
"use strict";
const PadFigures = (() => {
  // Puts the figures of an answer into the page; `open` is the figure whose keys are shown, `sent` the sent form.
  function put(answer, open, sent) {
    for (const theirs of answer.querySelectorAll(".part")) {
      const mine = document.getElementById(theirs.id);
      if (mine) putPart(mine, theirs, open, sent); else document.getElementById("outlook").before(theirs);
    }
  }

  function putPart(mine, theirs, open, sent) {
    const wanted = new Set();
    let place = null;
    for (const each of [...theirs.querySelectorAll("[data-field]")]) {
      const name = each.dataset.field, old = mine.querySelector(`[data-field="${CSS.escape(name)}"]`);
      wanted.add(name);
      if (!old) {
        if (place) place.after(each); else mine.querySelector(".figures").prepend(each);
        place = each;
        continue;
      }
      place = old;
      if (isNewer(old, sent)) continue;
      if (name === open && old.contains(document.activeElement) && name !== "stakes") keepTyping(old, each);
      else if (old.outerHTML !== each.outerHTML) { old.replaceWith(each); place = each; }
    }
    for (const each of mine.querySelectorAll("[data-field]")) if (!wanted.has(each.dataset.field)) each.remove();
  }

  function isNewer(mine, sent) {  // whether the figure was changed during the request: it is sent next
    const answered = (field) => field.type !== "radio" || field.checked;
    return [...mine.querySelectorAll("input")].some((field) => answered(field) && sent.get(field.name) !== field.value);
  }

  function keepTyping(old, each) {  // keeps the field in use, and updates its messages
    for (const part of old.querySelectorAll(".entry > .echo, .entry > .refusal")) part.remove();
    const place = old.querySelector(".typed") ?? old.querySelector(".asked");
    for (const part of each.querySelectorAll(".entry > .echo, .entry > .refusal")) place.after(part);
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (each.hasAttribute(name)) old.setAttribute(name, each.getAttribute(name)); else old.removeAttribute(name);
    }
    old.querySelector(".shown").replaceWith(each.querySelector(".shown"));
  }

  return { put };
})();
