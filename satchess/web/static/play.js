// A puzzle to play on: what is put and crossed out stays in this browser. Whether it is right, and
// what comes next, is asked of the server, which alone knows solutions.

import { Board, announce } from "./board.js";

const figure = document.querySelector("[data-game]");
const game = JSON.parse(figure.dataset.game);
const svg = figure.querySelector("svg[data-board]");
const board = new Board(svg);
const given = new Set(game.given);
const allowed = new Set(game.allowed);
const unknown = new Set(game.marked ?? []);
const key = `satchess-play ${location.search}`;
const message = document.querySelector("[data-message]");
const conflictBox = document.querySelector("[data-conflicts]");

/** A situation: a piece for each square, "x" where it is crossed out. */
let past = [{}];
let future = [];
let conflicts = new Set();
let hinted = new Set();
let isSolved = false;
let hasGivenUp = false;
let version = 0;

const now = () => past[past.length - 1];

// What is kept

function keep() {
  try {
    localStorage.setItem(key, JSON.stringify(now()));
  } catch { /* private windows keep nothing */ }
}

function kept() {
  try {
    const said = JSON.parse(localStorage.getItem(key) ?? "{}");
    return Object.fromEntries(
      Object.entries(said).filter(([square, what]) => allowed.has(square) && (what === "x" || game.kinds.includes(what))),
    );
  } catch {
    return {};
  }
}

// What is shown

function litSquares(situation) {
  const lit = new Set(game.lit);
  for (const [square, what] of Object.entries(situation)) {
    if (what === "x") continue;
    for (const each of game.toggles[square] ?? []) {
      if (!lit.delete(each)) lit.add(each);
    }
  }
  return lit;
}

function factsOf(square) {
  const facts = [];
  if (given.has(square)) facts.push("given");
  if (game.marked?.includes(square)) facts.push("a piece stands here");
  if (square in game.clues) facts.push(`clue ${game.clues[square]}`);
  if (square in game.regions) facts.push(`region ${game.regions[square]}`);
  return facts;
}

function draw() {
  const situation = now();
  const lit = game.lit ? litSquares(situation) : null;
  for (const square of board.squares) {
    if (given.has(square)) {
      board.mark(square, conflicts.has(square) ? "conflict" : "given");
      board.describe(square, [board.pieceOf(square), ...factsOf(square), conflicts.has(square) && "in conflict"].filter(Boolean).join(", "));
      continue;
    }
    const what = situation[square] ?? "";
    const piece = what === "x" ? "" : what;
    let mark = what === "x" ? "crossed" : "";
    if (lit) mark = lit.has(square) ? "lit" : "dark";
    else if (conflicts.has(square) && piece) mark = "conflict";
    else if (hinted.has(square)) mark = piece ? "hint" : mark;
    board.mark(square, mark);
    board.place(square, piece);
    if (lit) board.write(square, what === "x" ? "✕" : "");
    else if (unknown.has(square)) board.write(square, what ? "" : "?");
    const said = [piece || "empty", what === "x" && "crossed out"];
    if (lit) said.push(lit.has(square) ? "lit" : "dark");
    if (mark === "conflict") said.push("in conflict");
    if (hinted.has(square)) said.push("hint");
    board.describe(square, [...said, ...factsOf(square)].filter(Boolean).join(", "));
  }
  button("undo").setAttribute("aria-disabled", String(past.length < 2));
  button("redo").setAttribute("aria-disabled", String(future.length === 0));
}

function say(text, { good = false } = {}) {
  const line = document.createElement("p");
  line.textContent = text;
  if (good) line.className = "good";
  message.replaceChildren(...(text ? [line] : []));
}

// What is asked

async function ask(task, extra = {}) {
  const put = Object.entries(now()).filter(([, what]) => what !== "x").map(([square, what]) => `${what}@${square}`);
  const crossed = Object.entries(now()).filter(([, what]) => what === "x").map(([square]) => square);
  const response = await fetch(`/api/v1/puzzles/${task}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ puzzle: game.puzzle, put, crossed, ...extra }),
  });
  const said = await response.json();
  if (!response.ok) throw new Error(said.detail ?? said.title ?? "the server does not answer");
  return said;
}

async function look({ assess = false } = {}) {
  const asked = ++version;
  let said;
  try {
    said = await ask("check", { assess });
  } catch (error) {
    if (asked === version) say(`This could not be checked: ${error.message}`);
    return;
  }
  if (asked !== version) return; // a later move is being looked at
  conflicts = new Set(option("conflicts").checked || assess ? said.squares : []);
  conflictBox.textContent = conflicts.size ? `▲ ${said.conflicts.slice(0, 3).join("; ")}.` : "";
  if (said.solved && !isSolved) {
    isSolved = true;
    stopTimer();
    say(hasGivenUp ? "This is the solution." : "Solved!", { good: true });
  } else if (assess) {
    say(said.conflicts.length ? `Not right: ${said.conflicts.join("; ")}.` : said.solved ? "Solved!" : said.assessment ?? "", { good: said.solved });
  } else if (said.conflicts.length && option("conflicts").checked) {
    announce(`In conflict: ${said.conflicts[0]}`);
  }
  if (!said.solved) isSolved = false;
  draw();
}

// Moves

function move(situation, { quiet = false } = {}) {
  past.push(situation);
  future = [];
  hinted = new Set();
  if (!quiet) say("");
  settle();
}

function settle() {
  conflicts = new Set();
  conflictBox.textContent = "";
  draw();
  keep();
  look();
}

function put(square, what) {
  if (given.has(square) || !allowed.has(square)) {
    const why = given.has(square) ? "is given" : "has to stay empty";
    say(`${square} ${why}.`);
    return;
  }
  const situation = { ...now() };
  const there = situation[square];
  if (there === what) delete situation[square];
  else situation[square] = what;
  move(situation);
  announce(`${square}: ${there === what ? "empty" : what === "x" ? "crossed out" : what}`);
}

function undo() {
  if (past.length < 2) return;
  future.push(past.pop());
  hinted = new Set();
  say("");
  settle();
  announce("taken back");
}

function redo() {
  if (!future.length) return;
  past.push(future.pop());
  settle();
  announce("done again");
}

function situationOf(places, crossed) {
  const situation = Object.fromEntries(crossed.map((square) => [square, "x"]));
  for (const place of places) {
    const [piece, square] = place.split("@");
    if (!given.has(square)) situation[square] = piece;
  }
  return situation;
}

async function hint() {
  busy(true);
  try {
    const said = await ask("hint");
    const next = situationOf(said.put, said.crossed);
    if (JSON.stringify(Object.entries(next).sort()) !== JSON.stringify(Object.entries(now()).sort())) {
      move(next, { quiet: true });
    }
    hinted = new Set([...said.new.map((place) => place.split("@")[1]), ...said.new_crossed]);
    draw();
    say(said.hint);
  } catch (error) {
    say(`No hint: ${error.message}`);
  }
  busy(false);
}

async function solve() {
  busy(true);
  try {
    const said = await ask("solution");
    if (said.solution === null) {
      say("This puzzle has no solution.");
    } else {
      hasGivenUp = true;
      move(situationOf(said.solution, []), { quiet: true });
    }
  } catch (error) {
    say(`No solution: ${error.message}`);
  }
  busy(false);
}

function busy(isBusy) {
  figure.setAttribute("aria-busy", String(isBusy));
  for (const name of ["hint", "check", "solve"]) button(name).disabled = isBusy;
}

// Buttons, tools and keys

function button(name) { return document.querySelector(`[data-do=${name}]`); }
function option(name) { return document.querySelector(`[data-option=${name}]`); }
function tool() { return document.querySelector("input[name=tool]:checked").value; }

const doing = {
  undo,
  redo,
  hint,
  solve,
  check: async () => {
    busy(true);
    isSolved = false;
    await look({ assess: true });
    busy(false);
  },
  restart: () => {
    isSolved = hasGivenUp = false;
    move({});
    say("All is taken away; Undo brings it back.");
  },
  copy: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied.");
    } catch {
      say(location.href);
    }
  },
  print: () => window.print(),
};
for (const [name, act] of Object.entries(doing)) button(name).addEventListener("click", act);

board.on("press", (square) => put(square, tool()));
svg.addEventListener("contextmenu", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell) return;
  event.preventDefault();
  put(cell.dataset.square, "x");
});
svg.addEventListener("keydown", (event) => {
  const square = event.target.closest(".cell")?.dataset.square;
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  const named = game.kinds.find((kind) => letterOf(kind) === event.key.toLowerCase());
  if (event.key.toLowerCase() === "x") put(square, "x");
  else if (named) put(square, named);
  else if ((event.key === "Delete" || event.key === "Backspace") && now()[square]) put(square, now()[square]);
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
  const isRedo = event.key.toLowerCase() === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
  if (isRedo) redo();
  else if (event.key.toLowerCase() === "z") undo();
  else return;
  event.preventDefault();
});

function letterOf(kind) { return kind === "knight" ? "n" : kind[0]; }

// The timer, for those who want one

let ticking = 0;
let spent = 0;
const timerBox = document.querySelector("[data-timer-box]");

function tick() {
  spent += 1;
  document.querySelector("[data-timer]").textContent = `${Math.floor(spent / 60)}:${String(spent % 60).padStart(2, "0")}`;
}

function stopTimer() {
  clearInterval(ticking);
  ticking = 0;
}

option("timer").addEventListener("change", (event) => {
  timerBox.hidden = !event.target.checked;
  stopTimer();
  if (event.target.checked && !isSolved) ticking = setInterval(tick, 1000);
});
option("conflicts").addEventListener("change", () => look());

for (const text of svg.querySelectorAll(".drawn text.mark")) {
  if (text.textContent === "?") text.remove(); // they are written anew, where nothing is put
}

// What was done before

const before = kept();
if (Object.keys(before).length) {
  past.push(before);
  say("This is where you were; Undo takes it all away.");
  look();
}
draw();
