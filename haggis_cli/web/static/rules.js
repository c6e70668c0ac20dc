// A search field that shows only sentences of the rules in which every typed word begins a word.
"use strict";
(() => {
  const field = document.getElementById("sought"), said = document.getElementById("found");
  let topics = []; // read when somebody searches: the page is there sooner
  function readTopics() {
    return [...document.querySelectorAll(".rule-topic")].map((section) => ({
      section, title: section.querySelector("h2").textContent.toLowerCase(),
      lines: [...section.querySelectorAll("li")].map((line) => ({ line, text: line.textContent.toLowerCase() })),
    }));
  }
  function holds(text, words) { return words.every((word) => text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word))); }
  function mark(words) {
    if (!window.Highlight) return;
    const found = [...document.querySelectorAll(".rule-topic li:not([hidden])")].flatMap((line) => {
      const text = line.firstChild, all = [...text.data.matchAll(/[\p{L}\p{N}]+/gu)];
      return all.filter(([word]) => words.some((each) => word.toLowerCase().startsWith(each))).map(({ 0: word, index }) =>
        new StaticRange({ startContainer: text, startOffset: index, endContainer: text, endOffset: index + word.length }));
    });
    CSS.highlights.set("found", new Highlight(...found));
  }
  function search() {
    const words = field.value.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    let number = 0;
    if (!topics.length) topics = readTopics();
    for (const { section, title, lines } of topics) {
      const all = words.length > 0 && holds(title, words);
      let shown = 0;
      for (const { line, text } of lines) {
        line.hidden = !(all || holds(text, words));
        if (!line.hidden) shown += 1;
      }
      section.hidden = shown === 0;
      number += shown;
    }
    for (const each of document.querySelectorAll(".topics, .source")) each.hidden = words.length > 0;
    said.textContent = !words.length ? "" : number ? `${number} result${number > 1 ? "s" : ""}` : `No results for \u2018${field.value.trim()}\u2019`;
    mark(words);
    said.classList.toggle("unseen", !words.length);
  }
  document.getElementById("search").hidden = false;
  field.addEventListener("input", search);
  if (field.value) search();
})();
