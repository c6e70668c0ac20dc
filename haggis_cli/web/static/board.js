// The second screen: full screen, reading aloud, totals that count up, and a screen that stays awake, if the browser
// supports them.
"use strict";
{
  const find = (id) => document.getElementById(id);
  const news = () => document.querySelector("#spoken > [data-rounds]");
  const marks = /[\u200e\u200f\u061c\u2066-\u2069]/g; // of direction: they confuse speech synthesis

  // ---- Full screen ----
  const full = find("full-screen");
  if (document.fullscreenEnabled) {
    full.hidden = false;
    full.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {});
    });
    document.addEventListener("fullscreenchange", () => {
      full.textContent = document.fullscreenElement ? "Exit full screen" : "Full screen";
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

  // ---- Changes by a round: totals count up in place, then the sides move to their new places ----
  const COUNTING = 1000, MOVING = 700;
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  const sides = () => [...document.querySelectorAll(".board-side")].map((side) => {
    const { x, y } = side.getBoundingClientRect(), total = side.querySelector(".board-total");
    return { side, name: side.dataset.side, x, y, total, points: Number(total.textContent.replace("−", "-")) };
  });
  let before = [];

  function count(total, from, to) {
    const begin = performance.now();
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - begin) / COUNTING));
      total.textContent = `${Math.round(from + (to - from) * share)}`.replace("-", "−");
      if (share < 1 && total.isConnected) requestAnimationFrame(step);
    };
    total.animate([{ scale: 1 }, { scale: 1.15 }, { scale: 1 }], COUNTING);
    step(begin);
  }

  document.addEventListener("haggis:changing", () => { before = sides(); });
  document.addEventListener("haggis:changed", () => {
    if (stillness.matches) return;
    for (const now of sides()) {
      const was = before.find((each) => each.name === now.name);
      if (!was) continue;
      if (was.points - now.points) count(now.total, was.points, now.points);
      const from = { translate: `${was.x - now.x}px ${was.y - now.y}px` };
      now.side.animate([from, { translate: "0px" }], { duration: MOVING, delay: COUNTING, easing: "ease-in-out", fill: "backwards" });
    }
  });

  // ---- A trick that has no room: its last plays, each as a whole ----
  function fit() {
    const place = document.querySelector(".trick-place"), plays = [...document.querySelectorAll(".play")];
    for (const play of plays) play.hidden = false;
    let hidden = 0;
    for (; plays.length > 1 && place.scrollHeight > place.clientHeight; hidden++) plays.shift().hidden = true;
    const more = document.querySelector("#round h2 > small");
    if (more) more.textContent = hidden ? `, after ${hidden} earlier play${hidden > 1 ? "s" : ""}` : "";
  }
  fit();
  addEventListener("resize", fit);
  document.addEventListener("haggis:changed", fit);

  // ---- A screen that stays awake: browsers support it on this computer and with https ----
  async function stayAwake() {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try { await navigator.wakeLock.request("screen"); } catch { /* the battery is low, or the user refused */ }
  }
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
