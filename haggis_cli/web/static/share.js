// Shares the result with the device's share sheet; if there is none, copies the text and downloads the picture. Copies
// the addresses that let a phone in.
"use strict";
{
  async function send(box) {
    const text = box.querySelector("#share-text").textContent, link = box.querySelector("[data-picture]");
    const sent = { text };
    if (link && navigator.canShare) {
      const answer = await fetch(link.href);
      if (answer.ok) {
        const name = answer.headers.get("content-disposition").split("UTF-8''")[1];  // that of the download
        const file = new File([await answer.blob()], decodeURIComponent(name), { type: "image/png" });
        if (navigator.canShare({ text, files: [file] })) sent.files = [file];
      }
    }
    await navigator.share(sent);
  }

  async function copy(button) {
    const told = button.closest(".share").querySelector("#share-text, code");
    try {
      await navigator.clipboard.writeText(told.textContent);
    } catch { // there is no clipboard without https
      getSelection().selectAllChildren(told);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
  }

  function offerToCopy(box) {  // copying needs this script
    if (!box.matches?.(".share:is(section, [open])") || box.querySelector(":scope > .row > [data-copy]")) return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: box.open ? "Copy the text" : "Copy the address" });
    button.dataset.copy = "";
    box.querySelector(".row").prepend(button);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]"), box = event.target.closest(".share");
    if (button) copy(button);
    else if (box && !box.open && navigator.share && event.target.closest("summary")) {
      event.preventDefault();
      send(box).catch((error) => { if (error.name !== "AbortError") box.open = true; });
    }
  });
  document.addEventListener("toggle", ({ target }) => {
    offerToCopy(target);
    if (!target.matches?.(".share[open]")) return;  // a small phone has it below the keys
    for (const part of [target, target.querySelector("#share-text, code")]) part?.scrollIntoView({ block: "nearest" });
  }, true);
  document.querySelectorAll(".share").forEach(offerToCopy);  // one may have been opened before this script was loaded
}
