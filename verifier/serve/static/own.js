// A ruleset of one's own: its text, what is wrong with it, and what it changes in the canonical examples.

import * as api from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { rulesTitle, statusChip } from "./words.js";

export class OwnRules {
  /** onuse(ruleset, text) takes the rules; onexample(case, rules) shows an example under two rulesets. */
  constructor(app, onuse, onexample) {
    this.app = app;
    this.onuse = onuse;
    this.onexample = onexample;
    this.text = app.own?.text ?? "";
    this.ruleset = app.own?.ruleset ?? null;
    this.other = "";
    this.turn = 0;
    this.job = null;
    this.found = [];
    this.state = "";
  }

  render() {
    const { rulesets } = this.app.listing;
    const options = () => rulesets.map((item) => h("option", { value: item.id, selected: item.id === this.other }, rulesTitle(item)));
    this.area = h("textarea", { id: "own", rows: "16", spellcheck: "false", autocomplete: "off", oninput: () => { this.text = this.area.value; this.check(); } });
    this.area.value = this.text;
    this.start = h("select", { id: "own-start", onchange: () => this.from(this.start.value) }, h("option", { value: "" }, t("own_start_none")), options());
    this.file = h("input", { type: "file", id: "own-file", accept: ".toml,.txt,text/plain", onchange: () => this.load(this.file.files[0]) });
    this.against = h("select", { id: "own-against", onchange: () => { this.other = this.against.value; this.said(); } }, options());
    this.fault = h("p", { class: "notice", role: "alert", hidden: true });
    this.differing = h("div", { class: "own-axes" });
    this.use = h("button", { type: "button", class: "primary", "data-key": "own-use", disabled: true, onclick: () => this.onuse(this.ruleset, this.text) }, t("own_use"));
    this.compare = h("button", { type: "button", class: "quiet", "data-key": "own-compare", disabled: true, onclick: () => this.examples() }, t("own_compare"));
    this.results = h("div", { class: "own-results", "aria-live": "polite" });
    const drop = (event) => { event.preventDefault(); event.stopPropagation(); if (event.dataTransfer.files[0]) this.load(event.dataTransfer.files[0]); };
    this.element = h("div", { class: "paste own", ondragover: (event) => event.preventDefault(), ondrop: drop },
      h("div", { class: "paste-in" }, h("label", { for: "own" }, t("own_label")), this.area,
        h("div", { class: "paste-more" }, h("label", { class: "button file" }, t("paste_file"), this.file), h("label", { for: "own-start" }, t("own_start"), this.start))),
      h("div", { class: "paste-out" }, this.fault, h("div", { class: "paste-more" }, h("label", { for: "own-against" }, t("compare"), this.against)), this.differing,
        h("div", { class: "actions" }, this.use, this.compare), this.results));
    if (this.ruleset) this.accept(this.ruleset);
    else if (this.text) this.check();
    this.shown();
    return this.element;
  }

  async load(file) {
    this.area.value = this.text = await file.text();
    this.check();
  }

  /** Starts from the text of a ruleset of the package, under another id. */
  async from(name) {
    if (!name) return;
    try {
      const { text } = await api.rulesetText(name);
      this.area.value = this.text = text.replace(/^id = .*$/m, 'id = "my-rules"');
      this.other = this.against.value = name;
      this.check();
    } catch (error) {
      this.complain(error.message);
    }
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
      this.complain("");
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
    this.ruleset = found;
    if (!this.other) this.other = this.nearest(found);
    this.against.value = this.other;
    this.said();
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
  }

  /** Judges the canonical examples under both and lists what differs as it comes. */
  async examples() {
    if (this.job) {
      await api.cancel(this.job).catch(() => {});
      return;
    }
    const rules = [this.other, this.ruleset.id];
    [this.found, this.rules, this.state] = [[], rules, "running"];
    try {
      this.job = (await api.changes({ rules, own: this.text, seconds: 2 })).job;
      this.shown();
      for (let [next, news] = [0, null]; !news || ["waiting", "running"].includes(news.state);) {
        news = await api.news(this.job, next);
        next = news.next;
        this.found.push(...news.events.filter((event) => event.event === "case"));
        this.state = news.state;
        const message = news.events.find((event) => event.message)?.message;
        if (message) this.complain(message);
        this.shown();
      }
    } catch (error) {
      this.complain(error.message);
      this.state = "failed";
    }
    this.job = null;
    this.shown();
  }

  shown() {
    this.compare.textContent = t(this.job ? "cancel" : "own_compare");
    if (!this.state) return;
    const rows = [];
    let [unknown, same] = [0, 0];
    for (const { case: name, units, counts } of this.found) {
      const parted = units.filter(({ statuses: [a, b] }) => a !== b && a !== "unknown" && b !== "unknown");
      unknown += units.filter(({ statuses }) => statuses.includes("unknown")).length;
      const open = units.some(({ statuses }) => statuses.includes("unknown"));
      const counted = !open && counts[0] !== counts[1];
      if (!parted.length && !counted) {
        same += 1;
        continue;
      }
      rows.push(h("li", {}, h("button", { type: "button", class: "quiet own-case", onclick: () => this.onexample(name, this.rules) },
        h("b", {}, name),
        parted.map(({ name: unit, statuses }) => h("span", { class: "chips" }, `${unit} `, statusChip(statuses[0]), " → ", statusChip(statuses[1]))),
        counted && h("small", {}, `${counts[0]} → ${counts[1]}`))));
    }
    const over = !["running", "waiting"].includes(this.state);
    this.results.replaceChildren(
      h("h3", {}, t("own_changes", { n: rows.length, done: this.found.length })),
      h("ul", { class: "own-list" }, rows),
      h("p", { class: "small" }, [t("own_same", { n: same }), unknown ? t("own_unknown", { n: unknown }) : "", over ? "" : t("own_running")].filter(Boolean).join(" ")));
  }
}
