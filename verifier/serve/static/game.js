// A game: its moves to step through, its audit, and the stones that one takes to be dead.

import * as api from "./api.js";
import { Board, vertex } from "./board.js";
import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { Stepper } from "./stepper.js";
import { Verdicts } from "./verdicts.js";
import { colour, moveName, number, stoneCount } from "./words.js";

/** The boards of a game, one more than it has steps. */
export function boardsOf({ start, steps }) {
  const boards = [start];
  const now = [...start];
  for (const { put } of steps) {
    for (const [point, sign] of Object.entries(put)) now[point] = sign;
    boards.push(now.join(""));
  }
  return boards;
}

export class GameView extends Verdicts {
  constructor(app) {
    super(app);
    this.only = "all";
  }

  get game() {
    return this.app.position.game;
  }

  /** What is proved of a unit; once the audit is there, also that nothing is. */
  status(rules, unit) {
    return super.status(rules, unit) ?? (this.app.search?.audit ? "unknown" : undefined);
  }

  get ended() {
    return this.app.step === this.game.steps.length;
  }

  render() {
    const { app, game } = this;
    if (this.of !== app.position) {
      this.of = app.position;
      this.frames = boardsOf(game);
    }
    const board = new Board(app.position, {
      label: t("game_board"),
      describe: (point) => this.describe(0, point),
      pressable: (point) => this.ended && this.unitAt(point) >= 0,
      onpoint: (point) => this.press(point),
    });
    this.stepper = new Stepper(game.steps.length, (at) => this.go(at));
    this.stepper.at = Math.min(app.step, this.stepper.all);
    this.stepper.show();
    const result = h("p", { class: "result" });
    const caption = h("figcaption", {}, h("span", { class: "rules-name" }, app.rules[0] && (app.search || game.rules) ? app.title(app.rules[0]) : ""), result);
    this.tools = h("div", { class: "bar game-tools" });
    const figure = h("figure", { class: "card game" }, caption, board.element, game.steps.length > 0 && this.stepper.element, this.tools);
    this.boards = [{ figure, board, result }];
    $("boards").replaceChildren(figure);
    $("boards").classList.remove("two");
    $("stage").classList.remove("arguing");
    this.update();
  }

  go(at) {
    this.app.step = at;
    this.app.remember();
    this.update();
  }

  press(point) {
    const { app } = this;
    if (!this.ended) {
      this.stepper.go(this.stepper.all);
      return;
    }
    const unit = this.unitAt(point);
    if (!app.marking) {
      app.select(unit >= 0 ? unit : null);
      return;
    }
    if (unit < 0) return;
    if (app.marked.has(unit)) app.marked.delete(unit);
    else app.marked.add(unit);
    app.remember();
    this.update();
  }

  describe(index, point) {
    if (!this.ended) {
      const sign = this.frames[this.app.step][point];
      return `${vertex(point, this.app.position)}, ${sign === "." ? t("empty") : t(sign === "X" ? "stone_black" : "stone_white")}`;
    }
    const text = super.describe(index, point);
    const unit = this.unitAt(point);
    return unit >= 0 && this.app.marked.has(unit) ? `${text}, ${t("marked")}` : text;
  }

  area(index, point) {
    const side = this.app.search?.audit?.territory.findIndex((points) => points.includes(point)) ?? -1;
    return side < 0 ? "" : t("point_territory", { colour: colour(["black", "white"][side]) });
  }

  update() {
    const { app, game, frames } = this;
    const { position, search } = app;
    const { board, result } = this.boards[0];
    const move = game.steps[app.step - 1];
    if (this.ended) {
      const audit = search?.audit;
      const [black, white] = audit?.territory ?? [[], []];
      const wrong = new Set(audit?.chains.filter((chain) => chain.finding === "refuted").map((chain) => chain.unit));
      board.draw({
        stones: position.stones,
        units: position.units.map((unit, at) => ({ points: unit.points, status: this.status(0, at), selected: app.selected === at, differs: wrong.has(at) })),
        sure: search?.sure,
        territory: { black, white },
        marked: position.units.filter((_, at) => app.marked.has(at)).flatMap((unit) => unit.points),
      });
    } else {
      board.draw({ stones: frames[app.step], last: move?.point ?? null });
    }
    result.textContent = this.told(move);
    this.drawTools();
    this.panel();
  }

  /** Which move is shown, or what came out at the end. */
  told(move) {
    const audit = this.app.search?.audit;
    if (this.ended && audit) return t(audit.stated ? "audit_result" : "audit_proved", { stated: audit.stated, proved: audit.proved });
    if (!move) return "";
    return move.colour ? `${colour(move.colour)} ${moveName({ ...move, point: move.point ?? -1 }, this.app.position)}` : t("stones_set_up");
  }

  drawTools() {
    const { app } = this;
    const held = document.activeElement?.dataset?.key;
    const parts = this.ended
      ? [
          h("button", { type: "button", class: "quiet", "data-key": "marking", "aria-pressed": String(app.marking), onclick: () => this.mark() }, t(app.marking ? "marking_on" : "marking")),
          app.marked.size > 0 && this.meaning(),
          app.marked.size > 0 && h("button", { type: "button", class: "quiet", "data-key": "unmark", onclick: () => { app.marked.clear(); app.remember(); this.update(); } }, t("unmark")),
          app.marked.size > 0 && h("button", { type: "button", class: "primary", "data-key": "again", onclick: () => app.start() }, t("audit_again")),
        ]
      : [h("button", { type: "button", class: "quiet", "data-key": "judge-here", onclick: () => app.judgeStep(this.movesUntil(app.step)) }, t("judge_here"))];
    this.tools.replaceChildren(...parts.filter(Boolean));
    if (held) this.tools.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  /** Begins to mark stones, with those that are dead by the record, or ends it. */
  mark() {
    const { app } = this;
    app.marking = !app.marking;
    if (app.marking && !app.marked.size) {
      for (const unit of this.agreed()) app.marked.add(unit);
      app.remember();
    }
    this.update();
  }

  /** Whether the marked stones were agreed on to be dead, or may be. */
  meaning() {
    const { app } = this;
    const option = (value) => h("option", { value, selected: app.meaning === value }, t(`meaning_${value}`));
    return h("select", { "data-key": "meaning", class: "narrow", "aria-label": t("meaning"), onchange: (event) => { app.meaning = event.target.value; app.remember(); this.update(); } }, option("hints"), option("dead"));
  }

  /** How many moves of the record are played until a step, as SGF counts them. */
  movesUntil(step) {
    return this.game.steps.slice(0, step).filter((item) => item.colour).length;
  }

  panel() {
    const held = document.activeElement?.dataset?.key;
    const scrolled = $("panel").querySelector(".units.long")?.scrollTop ?? 0;
    this.exchange($("panel"), [this.facts(), this.report(), this.detail(), this.units()].filter(Boolean));
    $("panel").querySelector(".units.long").scrollTop = scrolled; // the list may be a new one, with new verdicts
    $("below").replaceChildren();
    if (held && document.activeElement?.dataset?.key !== held) {
      $("stage").querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    }
  }

  /** The units that are dead by the record. */
  agreed() {
    return this.app.position.units.map((_, at) => at).filter((at) => this.game.dead?.includes(this.app.position.units[at].points[0]));
  }

  facts() {
    const { game } = this;
    const { position } = this.app;
    const dead = game.dead && this.agreed().map((unit) => position.units[unit].name);
    const marked = [...this.app.marked].map((unit) => position.units[unit].name);
    const rows = [
      ["black", game.black],
      ["white", game.white],
      ["game_date", game.date],
      ["game_rules", game.rules_text || t("game_no_rules")],
      ["score_komi", game.komi === null ? "–" : number(game.komi)],
      ["game_handicap", game.handicap || ""],
      ["game_result", game.result || "–"],
      ["game_dead", dead ? dead.join(", ") || t("nothing") : t("game_dead_unsaid")],
      [`game_marked_${this.app.meaning}`, marked.join(", ")],
    ];
    return h("section", { class: "card" }, h("h2", {}, t("game")),
      h("dl", { class: "facts-list" }, rows.filter(([, value]) => value !== "").map(([key, value]) => [h("dt", {}, t(key)), h("dd", {}, value)])),
      game.rules === null && h("p", { class: "small" }, game.rules_unknown),
      game.games > 1 && h("p", { class: "small" }, t("game_more", { n: game.games })));
  }

  report() {
    const { search, position } = this.app;
    if (!search) return h("section", { class: "card" }, h("h2", {}, t("audit")), h("p", {}, t("audit_choose_rules")));
    const { audit } = search;
    if (!audit) {
      const proved = [...search.verdicts[0].values()].filter((verdict) => verdict.status !== "unknown").length;
      return h("section", { class: "card" }, h("h2", {}, t("audit")), h("p", {}, t("audit_running", { n: proved, all: position.units.length })));
    }
    const finding = audit.finding.replace(" ", "_");
    return h("section", { class: "card audit" },
      h("h2", {}, t("audit"), " ", h("span", { class: `finding ${finding}` }, t(`finding_${finding}`))),
      h("ul", { class: "sentences", lang: "en" }, audit.sentences.slice(1).map((text) => h("li", {}, text))),
      h("div", { class: "actions" },
        search.judged && h("a", { class: "button quiet", href: api.fileAddress(search.job, "report.html"), download: "" }, t("audit_report")),
        search.judged && h("a", { class: "button quiet", href: api.fileAddress(search.job, "audited.sgf"), download: "" }, t("audit_sgf"))));
  }

  /** The chains, those that need looking at first. */
  units() {
    const { app } = this;
    const chains = new Map((app.search?.audit?.chains ?? []).map((chain) => [chain.unit, chain]));
    const rank = (at) => (chains.get(at)?.finding === "refuted" ? 0 : this.status(0, at) === "unknown" || chains.get(at)?.until_filled ? 1 : 2);
    const shown = app.position.units.map((_, at) => at).filter((at) => this.only === "all" || (this.status(0, at) ?? "unknown") === this.only);
    shown.sort((a, b) => rank(a) - rank(b) || a - b);
    const filter = h("select", { "data-key": "only-status", class: "narrow", "aria-label": t("only_status"), onchange: (event) => { this.only = event.target.value; this.panel(); } },
      ["all", "unknown", "dead", "alive", "drawn"].map((value) => h("option", { value, selected: this.only === value }, t(value === "all" ? "every_status" : `status_${value}`))));
    const rows = shown.map((at) => {
      const unit = app.position.units[at];
      const chain = chains.get(at);
      const said = chain?.stated ? t("agreed", { status: t(`status_${chain.stated}`) }) : "";
      const until = chain?.until_filled ? t("until_filled") : "";
      return h("li", {},
        h("button", { type: "button", class: `unit${chain?.finding === "refuted" ? " differs" : ""}`, "data-key": `unit-${at}`, "aria-pressed": String(app.selected === at), onclick: () => { this.stepper.go(this.stepper.all); app.select(app.selected === at ? null : at); } },
          h("span", { class: `stone-icon ${unit.colour}`, "aria-hidden": "true" }),
          h("span", { class: "unit-name" }, h("b", {}, unit.name), h("small", {}, [`${colour(unit.colour)}, ${stoneCount(unit)}`, said, until].filter(Boolean).join(" · "))),
          h("span", { class: "chips" }, this.chip(0, at))));
    });
    return h("section", { class: "card" }, h("div", { class: "list-head" }, h("h2", {}, t("units")), filter), h("ul", { class: "units long" }, rows));
  }

  detail() {
    return this.app.selected === null ? null : super.detail();
  }
}
