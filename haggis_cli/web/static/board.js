// The second screen: full screen, reading aloud, and a screen that stays awake, each where the browser offers it.
"use strict";
{
  const find = (id) => document.getElementById(id);
  const news = () => document.querySelector("#spoken > [data-rounds]");
  const marks = /[\u200e\u200f\u061c\u2066-\u2069]/g; // of direction: a voice stumbles over them

  // ---- Full screen ----
  const full = find("full-screen");
  if (document.fullscreenEnabled) {
    full.hidden = false;
    full.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {});
    });
    document.addEventListener("fullscreenchange", () => {
      full.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    });
  }

  // ---- Reading aloud ----
  const always = find("read-always");
  let told = news().dataset.rounds;

  function read() {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(news().textContent.replace(marks, ""));
    words.lang = "en";
    speechSynthesis.speak(words);
  }

  if ("speechSynthesis" in window) {
    find("read-aloud").hidden = always.hidden = false;
    find("read-aloud").addEventListener("click", read);
    always.addEventListener("click", () => {
      const on = always.getAttribute("aria-pressed") !== "true";
      always.setAttribute("aria-pressed", String(on));
      if (on) read(); else speechSynthesis.cancel();
    });
    document.addEventListener("haggis:changed", () => {
      const now = news().dataset.rounds;
      if (now !== told && always.getAttribute("aria-pressed") === "true") read();
      told = now;
    });
  }

  // ---- A screen that stays awake: browsers offer it on this computer, and on addresses with https ----
  async function stayAwake() {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try { await navigator.wakeLock.request("screen"); } catch { /* the battery is low, or somebody said no */ }
  }
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
