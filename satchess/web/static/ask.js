// The ask page: what is chosen is shown at once. The server knows the grammar; this script asks it
// for the page again, with the form as it is now, and takes over the parts that have changed.

import { Board, announce } from "./board.js";

const form = document.getElementById("ask");
const words = document.getElementById("words");
const MARK_OF = { holes: "hole", walls: "wall", require: "require", forbid: "forbid", target: "target" };
const FIELD_OF = Object.fromEntries(Object.entries(MARK_OF).map(([field, mark]) => [mark, field]));
const SOON = 250; // milliseconds after the last change

let timer = null;
let running = null;

/** Ask for the page with the form as it is, or with a text; show what has changed. */
async function refresh(query) {
  running?.abort();
  running = new AbortController();
  try {
    const answer = await fetch(`/?${query}`, { signal: running.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("ask")) return;
    takeOver(page, query.has("q"));
    history.replaceState(null, "", `/?${query}`);
  } catch (error) {
    if (error.name !== "AbortError") announce("The server cannot be reached.");
  }
}

function takeOver(page, fromWords) {
  const focused = document.activeElement;
  const square = focused?.closest?.("[data-board]") ? focused.dataset.square : null;
  if (fromWords) {
    takeValues(page);
  } else {
    words.value = page.getElementById("words").value;
  }
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const shown = document.getElementById(fresh.id);
    if (!shown) continue;
    const keyed = fresh.dataset.key !== undefined;
    const same = keyed ? !fromWords && fresh.dataset.key === shown.dataset.key : fresh.innerHTML === shown.innerHTML;
    if (same) continue;
    shown.replaceChildren(...document.adoptNode(fresh).childNodes);
    if (keyed) shown.dataset.key = fresh.dataset.key;
    if (shown.id === "live-editor") takeBoard();
  }
  for (const field of form.querySelectorAll("[aria-describedby*=fault-]")) {
    const fault = document.getElementById(`fault-${field.name}`);
    if (!fault) continue;
    if (fault.textContent.trim()) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  if (square) board?.focus(square);
}

/** The words have changed: the fields outside of live parts follow. */
function takeValues(page) {
  const fresh = page.getElementById("ask");
  form.elements.kind.value = fresh.elements.kind.value;
  for (const radio of form.querySelectorAll("[name=verb]")) {
    radio.checked = fresh.querySelector(`[name=verb][value="${radio.value}"]`).checked;
  }
}

function soon(query) {
  clearTimeout(timer);
  timer = setTimeout(() => refresh(query()), SOON);
}

/** The fields that say something, as a query. */
function filled() {
  const query = new URLSearchParams();
  for (const [name, text] of new FormData(form)) if (text) query.append(name, text);
  return query;
}

form.addEventListener("input", () => soon(filled));
form.addEventListener("change", (event) => {
  if (event.target.name in MARK_OF) document.getElementById("live-editor").dataset.key = "";
  soon(filled);
});
words.addEventListener("input", () => soon(() => new URLSearchParams({ q: words.value })));

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-piece-name]");
  if (!button) return;
  form.elements.piece.value = button.dataset.pieceName;
  refresh(filled());
});

// The board: a press gives a square the chosen mark, or takes it away.

let board = null;

function takeBoard() {
  const svg = document.querySelector("#live-editor svg[data-board]");
  board = svg && new Board(svg);
  if (!board || !document.querySelector("#live-editor .palette")) return;
  board.on("press", (square) => {
    const name = document.querySelector("#live-editor [name=sign]:checked").value;
    const mark = MARK_OF[name];
    board.mark(square, board.markOf(square) === mark ? "" : mark);
    for (const [marked, field] of Object.entries(FIELD_OF)) {
      const input = form.elements[field];
      if (input) input.value = board.marked(marked).join(",");
    }
    soon(filled);
  });
}

takeBoard();
