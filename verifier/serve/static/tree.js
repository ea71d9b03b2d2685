// A problem to try: one plays a first move, the proof answers, and the tree says whether it was right.

import { Board, vertex } from "./board.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { colour, moveName } from "./words.js";

export class TreeView {
  /** position: rows, cols, open, stones; problem: as the server or a page has it. */
  constructor(position, problem) {
    this.position = position;
    this.problem = problem;
    this.path = [];
    this.open = false; // whether the moves of the tree are shown
    this.message = "";
    this.board = new Board(position, {
      label: t("problem_board"),
      describe: (point) => `${vertex(point, position)}, ${t({ X: "stone_black", O: "stone_white", ".": "empty" }[this.stones()[point]])}`,
      pressable: (point) => this.stones()[point] === ".",
      onpoint: (point) => this.play(point),
    });
    this.said = h("p", { class: "said problem-said", role: "status" });
    this.bar = h("div", { class: "bar" });
    this.element = h("div", { class: "problem" }, this.board.element, this.said, this.bar);
    this.draw();
  }

  get now() {
    return this.path.at(-1) ?? null;
  }

  get follow() {
    return this.now ? this.now.follow : this.problem.tree;
  }

  stones() {
    return this.now ? this.now.board : this.position.stones;
  }

  /** Whether the side that has the aim is to move. */
  get mine() {
    return !this.follow.length || this.follow[0].colour === this.problem.side;
  }

  play(point) {
    const next = this.follow.find((one) => one.point === point);
    if (!next) {
      const ended = !this.follow.length;
      this.message = this.stones()[point] !== "." ? "" : t(ended ? "problem_over" : this.path.length ? "problem_off" : "problem_none", { where: vertex(point, this.position) });
      this.draw();
      return;
    }
    this.go(next);
  }

  /** Plays a move of the tree, and where the other side answers, its first answer. */
  go(next) {
    this.message = "";
    this.path.push(next);
    if (!this.open && next.colour === this.problem.side && next.follow.length) this.path.push(next.follow[0]);
    this.draw();
  }

  back() {
    this.message = "";
    this.path.pop();
    while (!this.open && this.path.length && this.now.colour === this.problem.side) this.path.pop();
    this.draw();
  }

  /** Other answers of the other side to the same move. */
  get siblings() {
    if (!this.now || this.now.colour === this.problem.side) return [];
    return this.path.length > 1 ? this.path.at(-2).follow : this.problem.tree;
  }

  another() {
    const list = this.siblings;
    this.path[this.path.length - 1] = list[(list.indexOf(this.now) + 1) % list.length];
    this.message = "";
    this.draw();
  }

  /** What is known of the line: whether its first move was right, and what the tree says here. */
  text() {
    if (this.message) return this.message;
    const { problem } = this;
    if (!this.path.length) {
      if (!problem.tree.length) return t("problem_unknown");
      return t(problem.wanted === "alive" ? "problem_live" : "problem_kill", { side: colour(problem.side) });
    }
    const first = this.path[0].good;
    const verdict = t(first === true ? "problem_right" : first === false ? "problem_wrong" : "problem_open");
    const said = [...new Set(this.path.map((one) => one.said).filter(Boolean))].at(-1) ?? "";
    const last = `${colour(this.now.colour)} ${moveName(this.now, this.position)}.`;
    const plain = said.replace(/^(Correct\.|This does not help\.) ?/, "");
    return [verdict, last, plain].filter(Boolean).join(" ");
  }

  draw() {
    const stones = this.stones();
    const numbers = {};
    this.path.forEach((one, at) => { if (one.point >= 0 && stones[one.point] !== ".") numbers[one.point] = at + 1; });
    const labels = {};
    if (this.open) this.follow.forEach((one) => { if (one.point >= 0) labels[one.point] = one.good === true ? "✓" : one.good === false ? "✗" : "·"; });
    this.board.draw({ stones, labels, numbers, units: [{ points: this.problem.unit.filter((point) => stones[point] !== "."), status: "subject" }] });
    this.said.textContent = this.text();
    this.said.classList.toggle("end", this.path[0]?.good === true && !this.message);
    const button = (key, action, off = false) => h("button", { type: "button", class: "quiet", "data-key": key, disabled: off, onclick: action }, t(key));
    const pass = this.follow.find((one) => one.point < 0);
    const held = document.activeElement?.dataset?.key;
    this.bar.replaceChildren(
      button("take_back", () => this.back(), !this.path.length),
      button("restart", () => { this.path = []; this.message = ""; this.draw(); }, !this.path.length),
      ...(pass ? [h("button", { type: "button", class: "quiet", "data-key": "problem-pass", onclick: () => this.go(pass) }, moveName(pass, this.position))] : []),
      ...(this.siblings.length > 1 ? [button("problem_another", () => this.another())] : []),
      button(this.open ? "problem_hide" : "problem_show", () => { this.open = !this.open; this.draw(); }, !this.problem.tree.length),
    );
    if (held) this.bar.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }
}
