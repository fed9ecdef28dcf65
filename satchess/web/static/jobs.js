// Jobs: progress as it happens, by server-sent events. The browser connects again by itself when the
// connection is lost; where that is refused, this script looks now and then.

import { announce } from "./board.js";

const NAMES = { queued: "Waiting", running: "Working", done: "Done", failed: "Failed", cancelled: "Cancelled", stopped: "Stopped at a limit" };
const SPACE = "\u202f";
const LOOK_AGAIN = 5000; // milliseconds, without events
const QUIET = 10000; // milliseconds between announcements

/** Digits in groups of three. A count may be a string, where it is too large for a number. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, SPACE);

function period(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const [d, h, min, s] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  if (d) return h ? `${d} d ${h} h` : `${d} d`;
  if (h) return min ? `${h} h ${min} min` : `${h} h`;
  if (min) return s ? `${min} min ${s} s` : `${min} min`;
  return `${s} s`;
}

function between(lower, upper) {
  if (lower === null && upper === null) return "nothing yet";
  if (lower === upper) return grouped(lower);
  if (upper === null) return `at least ${grouped(lower)}`;
  if (lower === null) return `at most ${grouped(upper)}`;
  return `between ${grouped(lower)} and ${grouped(upper)}`;
}

class Work {
  constructor(section) {
    this.section = section;
    this.id = section.dataset.job;
    this.said = "";
    this.saidAt = Date.now();
    this.since = null;
    this.follow();
    setInterval(() => this.tick(), 1000);
  }

  part(name) { return this.section.querySelector(`[data-part=${name}]`); }

  follow() {
    this.events = new EventSource(`/api/v1/jobs/${this.id}/events`);
    this.events.addEventListener("open", () => this.connection(""));
    this.events.addEventListener("job", (event) => this.show(JSON.parse(event.data)));
    this.events.addEventListener("error", () => {
      if (this.over) return;
      if (this.events.readyState === EventSource.CLOSED) {
        this.connection("No live progress; looking now and then.");
        this.look();
      } else {
        this.connection("The connection is lost; trying again. The work goes on.");
      }
    });
  }

  /** Ask how far the job is, without events. */
  async look() {
    try {
      const answer = await fetch(`/jobs/${this.id}?format=json`);
      if (answer.ok) this.show((await answer.json()).job);
    } catch { /* the server may come back */ }
    if (!this.over) setTimeout(() => this.look(), LOOK_AGAIN);
  }

  show(job) {
    if (!["queued", "running"].includes(job.state)) {
      this.over = true;
      this.events.close();
      announce(`${NAMES[job.state]}.`);
      location.replace(location.href); // the page as it is now: the answer, or what one can do
      return;
    }
    const badge = this.part("state").querySelector(".badge");
    if (!badge.classList.contains(job.state)) {
      badge.className = `badge ${job.state}`;
      badge.lastChild.textContent = NAMES[job.state];
    }
    const progress = this.part("progress");
    if (job.progress === null) progress.removeAttribute("value");
    else progress.value = job.progress;
    const bounds = between(job.lower, job.upper);
    this.part("bounds").textContent = bounds;
    this.fact("count", job.count === null ? null : grouped(job.count));
    this.fact("left", job.left === null ? null : period(job.left));
    this.fact("place", job.place === null ? null : `${job.place} job${job.place === 1 ? "" : "s"}`);
    this.part("text").textContent = job.text;
    this.part("seconds").textContent = period(job.seconds);
    this.since = job.state === "running" ? Date.now() / 1000 - job.seconds : null;
    this.tell(job, bounds);
  }

  fact(name, text) {
    this.part(name).hidden = this.part(`${name}-name`).hidden = text === null;
    this.part(name).textContent = text ?? "";
  }

  /** Have it read out, but not all the time. */
  tell(job, bounds) {
    const said = `${NAMES[job.state]}: ${bounds}`;
    if (said === this.said || Date.now() - this.saidAt < QUIET) return;
    this.said = said;
    this.saidAt = Date.now();
    announce(said);
  }

  tick() {
    if (this.since !== null) this.part("seconds").textContent = period(Math.max(0, Date.now() / 1000 - this.since));
  }

  connection(text) { this.part("connection").textContent = text; }
}

for (const section of document.querySelectorAll("[data-job][data-open]")) new Work(section);
