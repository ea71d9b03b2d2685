// Moves to step through: buttons first, back, on, last, and where one is.

import { h } from "./dom.js";
import { t } from "./i18n.js";

export class Stepper {
  /** all: the number of moves; onstep(number of moves shown). */
  constructor(all, onstep) {
    this.all = all;
    this.at = all;
    this.onstep = onstep;
    const button = (key, sign, goal) => h("button", { type: "button", class: "quiet step", "aria-label": t(key), title: t(key), onclick: () => this.go(goal()) }, sign);
    this.text = h("span", { class: "step-text" });
    this.element = h("div", { class: "stepper", role: "group", "aria-label": t("moves"), onkeydown: (event) => this.key(event) },
      button("line_first", "«", () => 0), button("line_back", "‹", () => this.at - 1), this.text,
      button("line_on", "›", () => this.at + 1), button("line_last", "»", () => this.all));
    this.show();
  }

  go(number) {
    this.at = Math.max(0, Math.min(this.all, number));
    this.show();
    this.onstep(this.at);
  }

  /** Arrows, Home and End on any of the buttons. */
  key(event) {
    const goal = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.all }[event.key];
    if (goal === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.go(goal);
  }

  show() {
    this.text.textContent = this.at ? t("line_at", { n: this.at, all: this.all }) : t("line_start");
  }
}

/** The numbers of the last moves on a board: each point shows its latest move, as long as a stone is there. */
export function numbersOf(moves, stones, upto) {
  const numbers = {};
  moves.slice(0, upto).forEach((move, index) => {
    if (move.point < 0) return;
    const sign = move.colour === "black" ? "X" : "O";
    if (stones[move.point] === sign) numbers[move.point] = index + 1;
    else delete numbers[move.point];
  });
  return numbers;
}
