// One judgement, followed from its start to its end.

import * as api from "./api.js";

/** What has been heard of a judgement so far. */
export class Search {
  constructor(rules, patience) {
    this.rules = rules;
    this.patience = patience; // seconds of the search for all of a game
    this.job = null;
    this.state = "starting";
    this.before = 0;
    this.seconds = 0;
    this.heard = performance.now();
    this.now = null;
    this.position = null;
    this.verdicts = rules.map(() => new Map());
    this.reasons = rules.map(() => new Map());
    this.wanted = new Set();
    this.missing = new Map(); // why there is no reason
    this.counts = rules.map(() => null);
    this.contrast = null;
    this.blames = new Map();
    this.judged = false;
    this.audit = null;
    this.sure = null;
    this.message = "";
    this.stopper = new AbortController();
  }

  get over() {
    return !["starting", "waiting", "running"].includes(this.state);
  }

  get asked() {
    return this.position ? this.position.units.length * this.rules.length : 0;
  }

  get decided() {
    return this.verdicts.reduce((sum, found) => sum + found.size, 0);
  }

  get proofs() {
    return this.verdicts.reduce((sum, found) => sum + [...found.values()].filter((v) => v.proof).length, 0);
  }

  get explained() {
    return this.reasons.reduce((sum, found) => sum + found.size, 0);
  }

  /** Starts a judgement or an audit with begin() and follows it; onnews is called after each change. */
  async run(begin, onnews) {
    const { job } = await begin();
    this.job = job;
    if (this.stopper.signal.aborted) {
      await api.cancel(job);
      return;
    }
    let next = 0;
    while (!this.over && !this.stopper.signal.aborted) {
      const news = await api.news(job, next, this.state, this.stopper.signal);
      news.events.forEach((event) => this.hear(event));
      next = news.next;
      this.state = news.state;
      this.before = news.before;
      this.seconds = news.seconds;
      this.heard = performance.now();
      onnews();
    }
  }

  hear(event) {
    if (event.event === "position") this.position = event.position;
    else if (event.event === "start") this.now = event;
    else if (event.event === "verdict") this.verdicts[event.rules].set(event.unit, event.verdict);
    else if (event.event === "count") this.counts[event.rules] = event.count;
    else if (event.event === "contrast") this.contrast = event.contrast;
    else if (event.event === "blame") this.blames.set(event.unit, event);
    else if (event.event === "sure") this.sure = event.sure;
    else if (event.event === "audit") [this.audit, this.sure] = [event.audit, event.audit.sure];
    else if (event.event === "judged") this.judged = true;
    else if (event.event === "reason") this.reasons[event.rules].set(event.unit, event.reason);
    else if (event.message) this.message = event.message;
  }

  /** Ends the search on the server; what was found stays here. */
  async cancel() {
    if (this.job && !this.over) await api.cancel(this.job);
  }

  /** Forgets it: no more news are asked for. */
  async leave() {
    this.stopper.abort();
    await this.cancel().catch(() => {});
  }
}
