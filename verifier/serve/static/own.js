// A ruleset of one's own: its questions or its text, what is wrong with it, and what it changes in the examples.

import * as api from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { Questions, answer, answered, reading } from "./questions.js";
import { rulesTitle, statusChip } from "./words.js";

const QUICK = 0.2; // seconds a unit where nobody has asked for a search
const LONG = 2;

export class OwnRules {
  /** onuse(ruleset, text) takes the rules; onexample(case, rules) shows an example under two rulesets. */
  constructor(app, onuse, onexample) {
    this.app = app;
    this.onuse = onuse;
    this.onexample = onexample;
    this.text = app.own?.text ?? "";
    this.ruleset = app.own?.ruleset ?? null;
    this.other = "";
    this.fileName = ""; // of the file that was opened, if it was not pasted or typed
    this.turn = 0;
    this.job = null;
    this.found = [];
    this.state = "";
    this.read = this.ruleset; // the last one that could be read
    this.view = "questions";
    this.questions = new Questions(app.listing.axes, (axis, keys) => this.answer(axis, keys));
  }

  render() {
    const { rulesets } = this.app.listing;
    const options = () => rulesets.map((item) => h("option", { value: item.id, selected: item.id === this.other }, rulesTitle(item)));
    this.area = h("textarea", { id: "own", rows: "16", spellcheck: "false", autocomplete: "off", oninput: () => { this.text = this.area.value; this.fileName = ""; this.check(); } });
    this.area.value = this.text;
    this.start = h("select", { id: "own-start", onchange: () => this.from(this.start.value) }, h("option", { value: "" }, t("own_start_none")), options());
    this.file = h("input", { type: "file", id: "own-file", accept: ".toml,.txt,text/plain", onchange: () => this.load(this.file.files[0]) });
    this.against = h("select", { id: "own-against", onchange: () => { this.other = this.against.value; this.said(); this.ask(); } }, options());
    this.fault = h("p", { class: "notice", role: "alert", hidden: true });
    this.differing = h("div", { class: "own-axes" });
    this.use = h("button", { type: "button", class: "primary", "data-key": "own-use", disabled: true, onclick: () => this.onuse(this.ruleset, this.text) }, t("own_use"));
    this.compare = h("button", { type: "button", class: "quiet", "data-key": "own-compare", disabled: true, onclick: () => this.press() }, t("own_compare"));
    this.results = h("div", { class: "own-results", "aria-live": "polite" });
    const drop = (event) => { event.preventDefault(); event.stopPropagation(); if (event.dataTransfer.files[0]) this.load(event.dataTransfer.files[0]); };
    // Where the questions stand above them, what changes is announced at the lower edge.
    this.jump = h("button", { type: "button", class: "own-jump", hidden: true, onclick: () => this.results.scrollIntoView() });
    const view = (name) => h("button", { type: "button", class: "quiet", "data-key": `own-${name}`, onclick: () => { this.view = name; this.ask(); } }, t(`own_view_${name}`));
    this.views = { questions: view("questions"), file: view("file") };
    this.written = h("div", { class: "own-file" }, h("label", { for: "own" }, t("own_label")), this.area);
    this.element = h("div", { class: "paste own", ondragover: (event) => event.preventDefault(), ondrop: drop },
      h("div", { class: "paste-in" },
        h("div", { class: "paste-more own-begin" }, h("label", { for: "own-start" }, t("own_start"), this.start), h("label", { class: "button file" }, t("paste_file"), this.file)),
        h("div", { class: "bar" }, Object.values(this.views)), this.questions.element, this.written),
      h("div", { class: "paste-out" }, this.fault, h("div", { class: "paste-more" }, h("label", { for: "own-against" }, t("compare"), this.against)), this.differing,
        h("div", { class: "actions" }, this.use, this.compare), this.results), this.jump);
    this.ask();
    if (this.ruleset) this.accept(this.ruleset);
    else if (this.text) this.check();
    this.shown();
    return this.element;
  }

  async load(file) {
    this.area.value = this.text = await file.text();
    this.fileName = file.name;
    this.view = "file";
    this.ask();
    this.check();
  }

  /** Starts from a ruleset of the package: a reading of it, without a change yet. */
  from(name) {
    if (!name) return;
    this.area.value = this.text = reading(name);
    this.fileName = "";
    this.other = this.against.value = name;
    this.read = this.app.listing.rulesets.find((item) => item.id === name);
    this.view = "questions";
    this.ask();
    this.check();
  }

  answer(axis, keys) {
    this.area.value = this.text = answered(this.text, axis, "value" in keys ? keys : { ...answer(this.text, axis), ...keys });
    this.ask();
    this.check();
  }

  /** Shows the questions or the file. */
  ask() {
    for (const [name, button] of Object.entries(this.views)) button.setAttribute("aria-pressed", String(name === this.view));
    this.written.hidden = this.view !== "file";
    this.questions.element.hidden = this.view === "file";
    if (this.view === "file") return;
    const other = this.app.listing.rulesets.find((item) => item.id === this.other);
    if (this.text.trim()) this.questions.render(this.text, this.read, other);
    else this.questions.element.replaceChildren(h("p", { class: "small" }, t("own_begin")));
  }

  complain(message) {
    this.fault.textContent = message;
    this.fault.hidden = !message;
  }

  async check() {
    const turn = ++this.turn;
    this.ruleset = null;
    this.use.disabled = this.compare.disabled = true;
    await new Promise((resolve) => setTimeout(resolve, 350));
    if (turn !== this.turn) return;
    this.differing.replaceChildren();
    if (!this.text.trim()) {
      this.complain(this.fileName ? t("own_file_empty", { name: this.fileName }) : "");
      return;
    }
    try {
      const found = await api.ruleset(this.text);
      if (turn !== this.turn) return;
      this.complain("");
      this.accept(found);
    } catch (error) {
      if (turn === this.turn) this.complain(error.message);
    }
  }

  accept(found) {
    this.ruleset = this.read = found;
    if (!this.other) this.other = this.nearest(found);
    this.against.value = this.other;
    this.said();
    this.ask();
  }

  /** The ruleset of the package that differs on the fewest axes. */
  nearest(found) {
    const distance = (item) => Object.keys(found.axes).filter((axis) => item.axes[axis]?.value !== found.axes[axis].value).length;
    return this.app.listing.rulesets.reduce((best, item) => (distance(item) < distance(best) ? item : best)).id;
  }

  /** On which axes it differs from the one that it is compared with. */
  said() {
    const { ruleset } = this;
    const other = this.app.listing.rulesets.find((item) => item.id === this.other);
    if (!ruleset || !other) return;
    const names = Object.keys(ruleset.axes).filter((axis) => other.axes[axis]?.value !== ruleset.axes[axis].value);
    this.differing.replaceChildren(
      h("p", {}, h("b", {}, ruleset.id), ` ${ruleset.title}`),
      names.length
        ? h("ul", { lang: "en" }, names.map((axis) => h("li", {}, h("b", {}, axis), ` ${other.axes[axis].value} → ${ruleset.axes[axis].value}`)))
        : h("p", { class: "small" }, t("axes_same")));
    this.use.disabled = false;
    this.compare.disabled = ruleset.id === other.id;
    if (names.some((axis) => this.app.listing.axes[axis])) this.examples(QUICK);
  }

  /** What the button does: looks longer, or stops. */
  press() {
    if (this.job && this.seconds === LONG) api.cancel(this.job).catch(() => {});
    else this.examples(LONG);
  }

  /** Ends what is running; it goes on when the rules are looked at again. */
  stop() {
    if (this.job) api.cancel(this.job).catch(() => {});
    [this.job, this.about, this.state] = [null, "", ""];
  }

  /** Judges the canonical examples under both and lists what differs as it comes; known verdicts come first. */
  async examples(seconds) {
    const rules = [this.other, this.ruleset.id];
    const about = JSON.stringify([rules, this.text, seconds]);
    if (about === this.about && this.state !== "failed") return;
    if (this.job) api.cancel(this.job).catch(() => {});
    [this.found, this.rules, this.state, this.about, this.seconds] = [[], rules, "running", about, seconds];
    let job = null;
    try {
      job = (await api.changes({ rules, own: this.text, seconds })).job;
      if (this.about !== about) {
        api.cancel(job).catch(() => {});
        return;
      }
      this.job = job;
      this.shown();
      for (let [next, news] = [0, null]; !news || ["waiting", "running"].includes(news.state);) {
        news = await api.news(job, next);
        if (this.about !== about) return;
        next = news.next;
        this.found.push(...news.events.filter((event) => event.event === "case"));
        this.state = news.state;
        const message = news.events.find((event) => event.message)?.message;
        if (message) this.complain(message);
        this.shown();
      }
    } catch (error) {
      if (this.about !== about) return;
      this.complain(error.message);
      this.state = "failed";
    }
    this.job = null;
    this.shown();
  }

  shown() {
    this.compare.textContent = t(this.job && this.seconds === LONG ? "cancel" : this.about ? "own_longer" : "own_compare", { n: LONG });
    if (!this.state) return;
    const rows = [];
    let [unknown, same, left] = [0, 0, 0];
    for (const { case: name, units, counts } of this.found) {
      const parted = units.filter(({ statuses: [a, b] }) => a !== b && a !== "unknown" && b !== "unknown");
      unknown += units.filter(({ statuses }) => statuses.includes("unknown")).length;
      const open = units.some(({ statuses }) => statuses.includes("unknown"));
      const counted = !open && counts[0] !== counts[1];
      if (!parted.length && !counted) {
        if (open) left += 1;
        else same += 1;
        continue;
      }
      rows.push(h("li", {}, h("button", { type: "button", class: "quiet own-case", onclick: () => this.onexample(name, this.rules) },
        h("b", {}, name),
        parted.map(({ name: unit, statuses }) => h("span", { class: "chips" }, `${unit} `, statusChip(statuses[0]), " → ", statusChip(statuses[1]))),
        counted && h("small", {}, `${counts[0]} → ${counts[1]}`))));
    }
    const over = !["running", "waiting"].includes(this.state);
    const changed = t("own_changes", { n: rows.length, done: this.found.length });
    this.jump.textContent = `${changed} ↓`;
    this.jump.hidden = false;
    this.results.replaceChildren(
      h("h3", {}, changed),
      h("ul", { class: "own-list" }, rows),
      h("p", { class: "small" }, [t("own_same", { n: same }), left ? t("own_left", { n: left }) : "", unknown ? t("own_unknown", { n: unknown, seconds: this.seconds }) : "", over ? "" : t("own_running")].filter(Boolean).join(" ")));
  }
}
