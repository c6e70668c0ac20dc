// The search for better plays ends when its page is left. The page also leaves when it is loaded again: by then the
// server knows of the next one.
"use strict";
addEventListener("pagehide", () => {
  const form = document.getElementById("search"), fields = new URLSearchParams(new FormData(form));
  fields.set("do", "leave");
  navigator.sendBeacon(form.action, fields);
});
