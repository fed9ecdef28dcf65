// A board as a grid, after the W3C's authoring practices: one tab stop, arrows between squares,
// Home and End in a rank (with Ctrl: of the board), Space and Enter press the square.
// Pages/boards.py draws it and tells how to use it.

const SVG = "http://www.w3.org/2000/svg";

/** How marks are read out: as in pages/boards.py. */
export const MARKS = {
  hole: "hole",
  wall: "wall",
  require: "must be occupied",
  forbid: "must stay empty",
  target: "to be attacked",
  within: "a piece may stand here",
  crossed: "crossed out",
  lit: "lit",
  given: "given",
  dark: "dark",
  attacked: "attacked",
  struck: "attacked",
  conflict: "in conflict",
  hint: "hint",
};

/** Have a text read out by screen readers, once. */
export function announce(text) {
  const news = document.getElementById("news");
  if (news) {
    news.textContent = "";
    setTimeout(() => { news.textContent = text; }, 50);
  }
}

export class Board {
  /** Take over a grid that the server has drawn: `svg[data-board]`. */
  constructor(svg) {
    this.svg = svg;
    this.rows = [...svg.querySelectorAll("[role=row]")].map((row) => [...row.children]);
    this.cells = new Map(this.rows.flat().map((cell) => [cell.dataset.square, cell]));
    this.listeners = { press: [], enter: [], leave: [] };
    this.stop = svg.querySelector(".cell[tabindex='0']");
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("click", (event) => this.#click(event));
    svg.addEventListener("focusin", (event) => this.#over(event, true));
    svg.addEventListener("pointerover", (event) => this.#over(event, false));
    svg.addEventListener("pointerleave", () => this.#tell("leave", null));
    svg.addEventListener("focusout", () => this.#tell("leave", null));
  }

  /** Call `listener(square, event)` on "press" (click, Space, Enter), "enter" (pointer or focus) and "leave". */
  on(kind, listener) {
    this.listeners[kind].push(listener);
    if (kind === "press") this.svg.dataset.presses = "";
    return this;
  }

  /** The names of all squares. */
  get squares() { return [...this.cells.keys()]; }

  /** The mark of a square; "" if it has none. */
  markOf(square) { return this.cells.get(square)?.dataset.mark ?? ""; }

  /** The piece on a square; "" if it is empty. */
  pieceOf(square) { return this.cells.get(square)?.dataset.piece ?? ""; }

  /** The squares that have a mark. */
  marked(mark) { return this.squares.filter((square) => this.markOf(square) === mark); }

  /** Show a mark on a square, in place of the one it has; none for "". */
  mark(square, name) {
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.dataset.mark = name ?? "";
    if (cell.hasAttribute("aria-selected")) cell.setAttribute("aria-selected", String(Boolean(name)));
    this.#draw(cell, "sign", name && this.#use(cell, `mark-${name}`));
    this.#label(cell);
  }

  /** Put a piece on a square, such as "queen" or "white-queen"; take it away for "". */
  place(square, piece) {
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.dataset.piece = piece ?? "";
    this.#draw(cell, "placed", piece && this.#use(cell, piece));
    this.#label(cell);
  }

  /** Write a short text on a square; nothing for "". */
  write(square, text) {
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.dataset.text = text ?? "";
    let node = null;
    if (text) {
      const { x, y } = this.#corner(cell);
      node = document.createElementNS(SVG, "text");
      node.setAttribute("x", x + 50);
      node.setAttribute("y", y + 66);
      node.setAttribute("text-anchor", "middle");
      node.setAttribute("font-size", "46");
      node.textContent = text;
    }
    this.#draw(cell, "written", node);
    this.#label(cell);
  }

  /** Show these squares as attacked, and no others. */
  attack(squares) {
    for (const cell of this.svg.querySelectorAll(".attacked")) {
      cell.classList.remove("attacked");
      this.#draw(cell, "attack", null);
    }
    for (const square of squares) {
      const cell = this.cells.get(square);
      if (!cell) continue;
      cell.classList.add("attacked");
      this.#draw(cell, "attack", this.#use(cell, cell.dataset.piece ? "mark-struck" : "mark-attacked"));
    }
  }

  /** Say what a square holds, in place of what it is found to hold. */
  describe(square, text) {
    this.cells.get(square)?.setAttribute("aria-label", `${square}, ${text}`);
  }

  /** Move the focus to a square. */
  focus(square) {
    const cell = this.cells.get(square);
    if (!cell) return;
    this.#stopAt(cell);
    cell.focus({ preventScroll: true });
  }

  #label(cell) {
    const { square, piece, mark, text } = cell.dataset;
    const said = [piece || (text ? "" : "empty"), text, mark && MARKS[mark]].filter(Boolean);
    cell.setAttribute("aria-label", `${square}, ${said.join(", ")}`);
  }

  #corner(cell) {
    const rect = cell.querySelector("rect");
    return { x: Number(rect.getAttribute("x")), y: Number(rect.getAttribute("y")) };
  }

  #use(cell, id) {
    const { x, y } = this.#corner(cell);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${id}`);
    use.setAttribute("x", x);
    use.setAttribute("y", y);
    return use;
  }

  /** Replace what a cell shows under a class; the rectangle that is pressed stays on top of the rest. */
  #draw(cell, kind, node) {
    cell.querySelector(`.${kind}`)?.remove();
    if (!node) return;
    node.classList.add(kind);
    cell.append(node);
  }

  #stopAt(cell) {
    this.stop?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    this.stop = cell;
  }

  #whereIs(cell) {
    const row = this.rows.findIndex((cells) => cells.includes(cell));
    return [row, this.rows[row].indexOf(cell)];
  }

  #key(event) {
    const cell = event.target.closest(".cell");
    if (!cell || event.altKey || event.metaKey) return;
    const [row, column] = this.#whereIs(cell);
    const last = this.rows[row].length - 1;
    const bottom = this.rows.length - 1;
    const moves = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? bottom : row, last],
      PageUp: [0, column],
      PageDown: [bottom, column],
    };
    if (event.key in moves) {
      const [y, x] = moves[event.key];
      const next = this.rows[y]?.[x];
      if (next) {
        this.#stopAt(next);
        next.focus();
      }
      event.preventDefault();
    } else if ((event.key === " " || event.key === "Enter") && this.listeners.press.length) {
      event.preventDefault();
      this.#tell("press", cell.dataset.square, event);
    }
  }

  #click(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    this.#stopAt(cell);
    cell.focus({ preventScroll: true });
    this.#tell("press", cell.dataset.square, event);
  }

  #over(event, focused) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    if (focused) this.#stopAt(cell);
    this.#tell("enter", cell.dataset.square, event);
  }

  #tell(kind, square, event) {
    for (const listener of this.listeners[kind]) listener(square, event);
  }
}

/** Show what pieces attack when they are pointed at or focused; on an empty square, which pieces attack it. */
export function showAttacks(board) {
  const attacks = new Map(
    [...board.cells].map(([square, cell]) => [square, (cell.dataset.attacks ?? "").split(" ").filter(Boolean)]),
  );
  board.on("enter", (square) => {
    const attacked = attacks.get(square) ?? [];
    const attackers = [...attacks].filter(([, reached]) => reached.includes(square)).map(([from]) => from);
    board.attack(board.pieceOf(square) ? attacked : attackers);
    board.svg.dispatchEvent(new CustomEvent("attacks", { detail: { square, attacked, attackers } }));
  });
  board.on("leave", () => board.attack([]));
}

document.documentElement.classList.add("has-script");
