// Playing against a proof: the reader moves for the losing side, the certificate answers.

import * as api from "./api.js";
import { Board, vertex } from "./board.js";
import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { Stepper, numbersOf } from "./stepper.js";
import { colour, moveName, statusChip, takes, unitName } from "./words.js";

const PAUSE = 420;
const SMALL = 30; // pixels between lines below which a finger aims first

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Arguing {
  constructor(app, rules, unit) {
    this.app = app;
    this.rules = rules;
    this.unit = unit;
    this.moves = [];
    this.dispute = null;
    this.against = null;
    this.shown = 0;
    this.aimed = null;
    this.hovered = null;
    this.busy = false;
    this.turn = 0;
    this.zone = false;
    this.beyond = false; // whether a settled line is played on
    this.message = "";
  }

  get verdict() {
    return this.app.search.verdicts[this.rules].get(this.unit);
  }

  get what() {
    return this.app.position.units[this.unit];
  }

  /** Whether the line that is shown is the whole line. */
  get current() {
    return this.dispute && this.shown === this.dispute.moves.length;
  }

  async open() {
    this.board = new Board(this.app.position, {
      label: t("argue_title", { unit: unitName(this.what) }),
      describe: (point) => this.describe(point),
      onpoint: (point) => this.press(point),
      onhover: (point) => this.hover(point),
    });
    const answered = this.ask([]);
    this.renderWaiting();
    await answered;
  }

  /** The board as it is, and what is waited for: the first answer of a large proof takes its time. */
  renderWaiting() {
    this.message = t("argue_waits");
    this.status = h("p", { class: "said", role: "status" }, this.message);
    const leave = h("button", { type: "button", class: "quiet", "data-key": "leave", onclick: () => this.app.leaveArgument() }, t("leave"));
    const figure = h("figure", { class: "card argue" }, this.caption(), this.board.element, this.status, h("div", { class: "bar" }, leave));
    this.place(figure);
    $("panel").replaceChildren();
    this.board.draw({ stones: this.stones(), units: this.halo() });
  }

  caption() {
    return h("figcaption", {},
      h("h2", {}, h("span", { class: `stone-icon ${this.what.colour}`, "aria-hidden": "true" }), t("argue_title", { unit: unitName(this.what) })),
      h("p", { class: "claim" }, statusChip(this.verdict.status), h("span", {}, this.app.title(this.app.rules[this.rules]))));
  }

  place(figure) {
    $("boards").replaceChildren(figure);
    $("boards").classList.remove("two");
    $("below").replaceChildren();
    $("stage").classList.add("arguing");
  }

  /** Asks where moves lead; what comes back replaces everything that is known. */
  async ask(moves) {
    if (this.busy) return;
    this.busy = true;
    this.aimed = null;
    const turn = ++this.turn;
    this.message = t("thinking");
    if (this.dispute) this.refresh();
    try {
      const body = { moves, against: this.against, beyond: this.beyond };
      const dispute = await api.argue(this.app.search.job, this.rules, this.unit, body);
      if (this.app.arguing !== this) return; // somebody has left while the proof was looked at
      const before = this.dispute && moves.length > this.moves.length ? this.dispute.moves.length + 1 : dispute.moves.length;
      this.moves = moves;
      this.dispute = dispute;
      this.shown = Math.min(before, dispute.moves.length);
      this.message = this.said();
      this.busy = false;
      this.render();
      while (this.shown < dispute.moves.length) {
        if (!calm()) await wait(PAUSE);
        if (turn !== this.turn || this.app.arguing !== this) return;
        this.shown += 1;
        this.stepper.go(this.shown);
      }
    } catch (error) {
      if (this.app.arguing !== this) return;
      this.message = error.message;
      this.busy = false;
      if (this.dispute) this.refresh();
      else this.app.fail(error);
    }
  }

  /** What the proof did last, or how the line ended, in words. */
  said() {
    const { moves, side, end } = this.dispute;
    if (end) return this.ending().join(" ");
    const last = moves.at(-1);
    const texts = [];
    if (last && last.colour === side) {
      const first = moves.length === 1 ? "first" : "answer";
      const values = { side: colour(side), where: moveName(last, this.app.position), takes: takes(last) };
      texts.push(t(last.point >= 0 ? `${first}_play` : `${first}_pass`, values));
    }
    texts.push(t("your_turn", { loser: colour(this.dispute.loser) }));
    if (this.dispute.settled !== null) texts.push(t("beyond", { n: this.dispute.settled }));
    return texts.join(" ");
  }

  ending() {
    const { end, side, moves, repeats, cycle, winner } = this.dispute;
    const names = { side: colour(side), unit: unitName(this.what) };
    const kind = side === this.what.colour ? "alive" : "dead";
    if (end === "settled") return [t(moves.length ? `end_settled_${kind}` : "end_settled_start", names)];
    if (end === "places") return [t("end_places", names)];
    if (end === "rule") return [t("end_rule", names)];
    if (end === "passes" && winner) return [t(`end_passes_${kind}`, names)];
    const counted = cycle ?? { black: 0, white: 0 };
    return [
      t("end_cycle", { a: repeats, b: moves.length, black: counted.black, white: counted.white }),
      t(winner ? "end_cycle_won" : "end_cycle_drawn", names),
    ];
  }

  describe(point) {
    const where = vertex(point, this.app.position);
    const sign = this.stones()[point];
    if (sign !== ".") return `${where}, ${t(sign === "X" ? "stone_black" : "stone_white")}`;
    const why = this.dispute?.forbidden[point];
    return why ? t(`forbidden_${why}`, { where }) : `${where}, ${t("empty")}`;
  }

  stones() {
    return this.dispute ? this.dispute.boards[this.shown] : this.app.position.stones;
  }

  hover(point) {
    if (this.busy || !this.current || this.aimed !== null) return;
    const next = point !== null && this.dispute.choices.includes(point) ? point : null;
    if (next === this.hovered) return;
    this.hovered = next;
    this.draw();
  }

  press(point) {
    if (!this.dispute || this.busy) return;
    if (!this.current) {
      this.stepper.go(this.stepper.all);
      return;
    }
    const where = vertex(point, this.app.position);
    if (this.dispute.choices.includes(point)) {
      const size = this.board.buttons[point].getBoundingClientRect().width;
      if (size < SMALL && matchMedia("(pointer: coarse)").matches && this.aimed !== point) {
        this.aimed = point;
        this.say(t("play_here", { where }));
        return;
      }
      this.play(point);
      return;
    }
    const why = this.dispute.end ? "over" : this.stones()[point] !== "." ? "occupied" : (this.dispute.forbidden[point] ?? "outside");
    this.say(t(`forbidden_${why}`, { where }));
  }

  say(message) {
    this.message = message;
    this.refresh();
  }

  play(move) {
    this.hovered = null;
    return this.ask([...this.moves, move]);
  }

  /** Plays on after the end of the certificate, or starts again with it. */
  goOn(beyond) {
    this.beyond = beyond;
    return this.ask(beyond ? this.moves : []);
  }

  /** Everything anew: board, text, moves. */
  render() {
    const { app, dispute } = this;
    const { position } = app;
    const held = document.activeElement;
    const onBoard = this.board.buttons.includes(held);
    const key = held?.dataset?.key;
    this.stepper = new Stepper(dispute.moves.length, (at) => {
      this.shown = at;
      this.draw();
      this.markMove();
    });
    this.stepper.at = this.shown;
    this.stepper.show();
    const status = this.verdict.status;
    const title = app.title(app.rules[this.rules]);
    this.status = h("p", { class: "said", role: "status" });
    this.bar = h("div", { class: "bar" });
    this.list = h("ol", { class: "moves" });
    this.place(h("figure", { class: "card argue" }, this.caption(), this.board.element, this.status, this.bar, this.stepper.element));
    const role = dispute.wall ? "wall" : status;
    $("panel").replaceChildren(
      h("section", { class: "card argue" },
        h("p", {}, t("argue_claim", { status: t(`status_${status}`), rules: title })),
        h("p", {}, t(`argue_role_${role}`, { loser: colour(dispute.loser), side: colour(dispute.side) })),
        status === "drawn" && this.sides(),
        dispute.threats.some(Boolean) && h("p", { class: "small" }, t("threats_left", { black: dispute.threats[0], white: dispute.threats[1] })),
        h("label", { class: "small" }, h("input", { type: "checkbox", "data-key": "zone", checked: this.zone, onchange: (event) => { this.zone = event.target.checked; this.draw(); } }), ` ${t("show_zone")}`),
        h("h3", {}, t("moves")),
        dispute.moves.length ? this.list : h("p", { class: "small" }, t("no_moves")),
      ),
    );
    dispute.moves.forEach((move, index) => {
      const inCycle = dispute.end === "cycle" && index >= dispute.repeats;
      const by = dispute.settled !== null && index >= dispute.settled ? "after" : move.colour === dispute.side ? "proof" : "you";
      this.list.append(
        h("li", { class: `${by}${inCycle ? " in-cycle" : ""}` },
          h("button", { type: "button", class: "move", onclick: () => this.stepper.go(index + 1) },
            h("span", { class: `stone-icon ${move.colour}`, "aria-hidden": "true" }),
            h("span", { class: "unseen" }, colour(move.colour)), ` ${moveName(move, position)}${takes(move)}`)),
      );
      if (inCycle && index === dispute.repeats) this.list.lastChild.setAttribute("data-cycle", t("cycle_moves"));
    });
    this.refresh();
    this.markMove();
    if (onBoard) this.board.focus(undefined, true);
    else if (key) $("stage").querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  }

  sides() {
    const select = h("select", { "data-key": "side", onchange: (event) => { this.against = event.target.value; this.goOn(false); } },
      ["black", "white"].map((side) => h("option", { value: side, selected: this.dispute.side === side }, colour(side))));
    return h("label", { class: "small" }, `${t("argue_side")} `, select);
  }

  /** The board, the message and the buttons. */
  refresh() {
    const { dispute } = this;
    this.status.textContent = this.message;
    this.status.classList.toggle("end", Boolean(dispute.end) && !this.busy);
    const held = document.activeElement?.dataset?.key;
    const button = (key, name, action, style = "quiet", off = false) =>
      h("button", { type: "button", class: style, "data-key": key, disabled: off, onclick: action }, name);
    const passes = dispute.passes.map((move) => button(`pass${move.number}`, moveName({ point: -1, ...move }, this.app.position), () => this.play(move.number), "primary", this.busy));
    this.bar.replaceChildren(
      ...(this.aimed === null ? [] : [button("aim", t("play_here", { where: vertex(this.aimed, this.app.position) }), () => this.play(this.aimed), "primary")]),
      ...passes,
      ...(dispute.end === "cycle" ? [button("cycle", t("replay_cycle"), () => this.replay(), "primary")] : []),
      ...(dispute.end === "settled" && dispute.goes_on ? [button("beyond", t("play_on"), () => this.goOn(true), "primary")] : []),
      button("back", t("take_back"), () => this.ask(this.moves.slice(0, -1)), "quiet", !this.moves.length || this.busy),
      button("restart", t("restart"), () => this.goOn(false), "quiet", !this.moves.length || this.busy),
      button("leave", t("leave"), () => this.app.leaveArgument()),
    );
    if (held) this.bar.querySelector(`[data-key="${held}"]`)?.focus({ preventScroll: true });
    this.draw();
  }

  draw() {
    const { dispute } = this;
    const stones = this.stones();
    const now = this.current && !dispute.end && !this.busy;
    const ghost = this.aimed ?? this.hovered;
    this.board.draw({
      stones,
      units: this.halo(stones),
      zone: this.zone && this.current ? dispute.zone : null,
      numbers: numbersOf(dispute.moves, stones, this.shown),
      ban: now ? [...(dispute.ban === null ? [] : [dispute.ban]), ...dispute.bans] : [],
      playable: now ? dispute.choices : [],
      ghost: ghost !== null && now ? { point: ghost, colour: dispute.loser } : null,
    });
  }

  /** The unit that the argument is about stays outlined, wherever its points are. */
  halo() {
    return [{ points: this.what.points, status: "subject" }];
  }

  markMove() {
    [...this.list.children].forEach((item, index) => {
      item.firstChild.setAttribute("aria-current", index + 1 === this.shown ? "step" : "false");
    });
  }

  async replay() {
    const turn = ++this.turn;
    const { repeats, moves } = this.dispute;
    for (let at = repeats; at <= moves.length; at++) {
      if (turn !== this.turn || this.app.arguing !== this) return;
      this.stepper.go(at);
      await wait(650);
    }
  }
}
