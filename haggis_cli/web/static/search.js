// The search for better plays: its page shows the progress, also after a while without the network, and goes on to the
// result. The search ends when the page is left.
"use strict";
{
  const form = document.getElementById("search"), progress = document.getElementById("progress"), away = document.getElementById("away");

  async function look() {
    try {
      const answer = await fetch(location.href, { redirect: "manual", headers: { accept: "text/html" } });
      if (!answer.ok) return location.reload();  // it has ended: its address leads to the result, or says what is wrong
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      progress.innerHTML = page.getElementById("progress").innerHTML;
      form.elements.looked.value = page.getElementById("search").elements.looked.value;
      away.hidden = true;
    } catch { away.hidden = false; }
    setTimeout(look, form.dataset.every * 1000);
  }

  setTimeout(look, form.dataset.every * 1000);
  addEventListener("pagehide", () => {
    const fields = new URLSearchParams(new FormData(form));
    fields.set("do", "leave");
    navigator.sendBeacon(form.action, fields);
  });
}
