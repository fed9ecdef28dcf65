"""The glossary: words of chessboard problems, and words of satchess itself."""

OF_PROBLEMS = {
    "attack": "a symmetric relation between squares, given a piece and a board; pieces in between"
    " do not block, except in puzzle files",
    "Betza notation": "letters for the moves of a piece: `N` is a knight, `RB` a queen;"
    " capitals matter",
    "bottleneck": "weights of squares, the heaviest of which is to be as light as can be",
    "cylinder": "a board whose last file is beside the first",
    "domination": "pieces that attack every empty square, as few as can be",
    "FEN": "a placement on one line, the top rank first: `8/8/3Q4/8/8/8/8/8`",
    "fingerprint": "the weights of the squares of a placement, from the largest",
    "hole": "a missing square that lines pass over",
    "independence": "pieces none of which attacks another, as many as can be",
    "irredundance": "pieces each of which covers a private square, which no other covers, as many"
    " as can be: IR; with `--lower`, as few as can be with none to add: ir",
    "leaper": "a piece that jumps to a square at a fixed distance, such as a knight",
    "leprechaun": "a piece that moves like a queen or to any square within k king moves",
    "n queens": "n queens on n x n, none attacking another: `queens N`",
    "permutation": "a placement with one piece in each row, as the columns of rows 1, 2, ...,"
    " counted from 1",
    "placement": "pieces on squares, one at most on each",
    "rider": "a piece that repeats a leap without limit, such as a rook",
    "squares": "names such as a1,b5, regions such as border, a permutation, FEN, a matrix of 0 and"
    " 1 or a drawing; on the command line also @FILE, and - for standard input",
    "torus": "a board whose last file is beside the first, and whose top rank is below the bottom"
    " one",
    "total domination": "domination of the occupied squares too: `--total`",
    "turn": "a rotation, mirror or shift of a board",
    "up to symmetry": "placements that a turn makes equal count as one",
    "upper domination": "the most pieces that attack every empty square, none of them superfluous:"
    " `--upper`",
    "wall": "a missing square that stops lines",
}
"""What a question is about, in the words of those who ask it."""

OF_SATCHESS = {
    "answer": "a frozen value: status, value, bounds, placement, count, and who found it",
    "beginning": "the first weights of the smallest fingerprint, as far as they are proved",
    "board variable": "a Boolean variable that says whether a place is taken; all others are"
    " auxiliaries",
    "certificate": "a folder that proves an answer to whoever doubts it; `satchess verify` checks"
    " it",
    "claim, fact": "what a division is about, and what has become of it",
    "crew": "who does the parts of a job: this process, workers, a Dask cluster",
    "cube": "a part of a SAT problem: some literals assumed",
    "division": "an engine's answer that the work falls into parts",
    "engine": "something that takes a task and yields events",
    "event": "knowledge that stays true if the engine is stopped right after: found, bounded,"
    " counted, divided, ...",
    "evidence": "the sum of the events so far",
    "family": "of lines: all of one direction; of engines: one folder",
    "form": "how squares are written: words, a permutation, FEN, a matrix, a drawing; recognised"
    " when they are read",
    "job, part": "work that has been divided, and one of its pieces; both are remembered",
    "journal": "what an engine has decided on its way, prefix by prefix, with the method",
    "kernel": "compiled code; of a board, also: an independent dominating set",
    "model": "constraints and objective over board variables",
    "objection, reluctance": "why an engine cannot do a task, or why another would be quicker",
    "pattern": "a verb and a question in which N stands for a number: `count queens N`",
    "place": "a square and a kind of piece",
    "plan": "the choice of an engine",
    "prefix": "the queens of the first rows, about which `first` decides",
    "projection": "counting models over the board variables alone",
    "question": "what is asked, of which piece, on which board",
    "region": "squares that have a name on every board, such as `border`",
    "request": "a verb and a question, and what else is wanted of the answer",
    "revision": "a number of an engine that grows when its parts change their meaning",
    "session": "one run on behalf of a request: engines, one after the other, or many parts at"
    " once, within limits",
    "signature": "one text for all requests that have provably the same answer",
    "status": "`optimal`, `infeasible`, `bounded` or `unknown`",
    "task": "a request as an engine gets it, with bounds and facts that are known already",
    "trust": "`single`: one engine says so; `confirmed`: a second one agrees; `certified`: a proof"
    " was written, and the checker has verified it",
    "tuning": "solver and encodings: they change how long it takes, never the answer",
    "value": "the number that a question asks for",
    "verb": "what is asked of a question: `solve`, `count`, `list`, `first`",
    "violation": "what is wrong with a placement, by the rules of chess",
}
"""What the parts of the program are called, in its pages and in its code."""

GLOSSARY = dict(sorted({**OF_PROBLEMS, **OF_SATCHESS}.items(), key=lambda entry: entry[0].lower()))


def entry(word: str) -> str | None:
    """Return the term that a word means: one of several, in any letters, or in the plural."""
    word = word.lower()
    for term in GLOSSARY:
        names = {term.lower(), *term.lower().split(", ")}
        if names & {word, word.removesuffix("s")}:
            return term
    return None
