// The answer page: what a piece attacks, the next placement without loading the page, copying.

import { Board, announce, showAttacks } from "./board.js";

function takeBoard() {
  const svg = document.querySelector(".board-side svg[data-board]");
  if (svg) showAttacks(new Board(svg));
}

/** Show another placement: the part beside the answer is taken from its page. */
async function step(address, rel) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector(".board-side");
  if (!fresh) {
    location.assign(address);
    return;
  }
  document.querySelector(".board-side").replaceWith(document.adoptNode(fresh));
  document.querySelector(".files")?.replaceWith(document.adoptNode(page.querySelector(".files")));
  history.replaceState(null, "", address);
  takeBoard();
  document.querySelector(`.stepper [rel=${rel}]`)?.focus({ preventScroll: true });
  announce(document.querySelector(".board-side [role=grid]")?.getAttribute("aria-label") ?? "");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    step(link.href, link.rel).catch(() => location.assign(link.href));
  }
  const button = event.target.closest("[data-copy]");
  if (button) {
    navigator.clipboard.writeText(button.dataset.copy).then(
      () => announce("Copied."),
      () => announce("Your browser does not let pages copy."),
    );
  }
});

takeBoard();
