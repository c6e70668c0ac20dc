// Marks a page that goes on below its buttons, where its last part is hidden until somebody scrolls.
"use strict";
{
  const MARGIN = 16;  // there is nothing in the last of it
  const page = document.documentElement;
  const look = () => { document.body.classList.toggle("goes-on", page.scrollHeight - page.clientHeight - scrollY > MARGIN); };
  new ResizeObserver(look).observe(document.body);
  addEventListener("resize", look);
  addEventListener("scroll", look, { passive: true });
}
