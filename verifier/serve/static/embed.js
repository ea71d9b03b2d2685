// Boards in a page without a server: the verdicts, why, the line of play, and certificates to save.

import { h, s } from "./dom.js";
import { choose, t } from "./i18n.js";
import { Board, vertex } from "./board.js";
import { statusChip, stoneCount, unitName, moveName, takes } from "./words.js";
import { Stepper, numbersOf } from "./stepper.js";
import { TreeView } from "./tree.js";

const shades = { "black-stone": ["36%", "30%", "75%", ["0", "#5d5c5a"], [".45", "#2a2927"], ["1", "#0e0d0c"]], "white-stone": ["36%", "30%", "80%", ["0", "#ffffff"], [".6", "#f4f0e6"], ["1", "#d3ccbb"]] };

/** The colours of stones and wood, once for a page. */
function addShades() {
  const stops = (list) => list.map(([offset, colour]) => s("stop", { offset, "stop-color": colour }));
  const stones = Object.entries(shades).map(([id, [cx, cy, r, ...list]]) => s("radialGradient", { id, cx, cy, r }, stops(list)));
  const wood = s("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 1, y2: 1 }, stops([["0", "#ecd09a"], ["1", "#dfb976"]]));
  document.body.append(s("svg", { class: "shikatsu-shades", width: 0, height: 0, "aria-hidden": "true" }, s("defs", {}, stones, wood)));
}

class Embedded {
  constructor(figure, data) {
    this.data = data;
    this.selected = null;
    this.stepper = null;
    this.board = new Board(data, {
      label: data.title,
      describe: (point) => this.describe(point),
      pressable: (point) => this.unitAt(point) >= 0,
      onpoint: (point) => this.select(this.unitAt(point)),
    });
    this.list = h("div", { class: "embed-units" }, data.units.map((unit, at) =>
      h("button", { type: "button", onclick: () => this.select(at), "data-unit": unit.name }, h("span", { class: `stone-icon ${unit.colour}`, "aria-hidden": "true" }), `${unit.name} `, statusChip(unit.status ?? "none"))));
    this.detail = h("div", { class: "embed-detail", "aria-live": "polite" });
    figure.querySelector("svg")?.remove();
    figure.prepend(h("div", { class: "shikatsu-embed" }, this.board.element, this.list, this.detail));
    this.draw();
  }

  unitAt(point) {
    return this.data.units.findIndex((unit) => unit.points.includes(point));
  }

  describe(point) {
    const sign = this.stones()[point];
    const where = `${vertex(point, this.data)}, ${t({ X: "stone_black", O: "stone_white", ".": "empty" }[sign])}`;
    const unit = this.data.units[this.unitAt(point)];
    return unit && sign !== "." ? `${where}, ${t(`status_${unit.status ?? "none"}`)}` : where;
  }

  get line() {
    return this.stepper && this.data.units[this.selected].reason.line;
  }

  stones() {
    return this.line ? this.line.boards[this.stepper.at] : this.data.stones;
  }

  select(unit) {
    this.selected = unit === this.selected || unit < 0 ? null : unit;
    this.stepper = null;
    this.tell();
    this.draw();
  }

  /** Says why the chosen unit lives or dies, with what can be done about it. */
  tell() {
    const unit = this.data.units[this.selected];
    if (!unit) {
      this.detail.replaceChildren();
      return;
    }
    const { reason } = unit;
    const language = document.documentElement.lang.startsWith("ja") ? "ja" : "en";
    const moves = reason?.line?.moves ?? [];
    this.stepper = moves.length ? new Stepper(moves.length, () => this.step()) : null;
    if (this.stepper) this.stepper.at = 0;
    this.stepper?.show();
    this.move = h("p", { class: "embed-move" });
    this.detail.replaceChildren(
      h("p", {}, h("b", {}, `${unitName(unit)}, ${stoneCount(unit)}`), " ", statusChip(unit.status ?? "none")),
      ...(this.stepper ? [this.stepper.element, this.move] : []),
      ...(reason?.[language].length ? [h("details", {}, h("summary", {}, t("embed_why")), reason[language].slice(1).map((text) => h("p", {}, text)))] : []),
      ...(unit.proof ? [h("p", {}, h("a", { href: unit.proof, download: "" }, t("download")))] : []),
    );
  }

  step() {
    const { moves } = this.line;
    const last = moves[this.stepper.at - 1];
    this.move.textContent = last ? `${t(last.colour)} ${moveName(last, this.data)}${takes(last)}` : "";
    this.draw();
  }

  draw() {
    const { data, line, selected } = this;
    const stones = this.stones();
    if (line && this.stepper.at > 0) {
      this.board.draw({ stones, units: [{ points: data.units[selected].points, status: "subject" }], numbers: numbersOf(line.moves, stones, this.stepper.at) });
      return;
    }
    this.board.draw({
      stones,
      labels: data.labels,
      units: data.units.map((unit, at) => ({ points: unit.points, status: unit.status ?? "open", selected: at === selected })),
      territory: { black: data.territory[0], white: data.territory[1] },
    });
  }
}

function embedProblem(figure, data) {
  figure.querySelector("svg")?.remove();
  figure.prepend(h("div", { class: "shikatsu-embed" }, new TreeView(data, data.problem).element));
}

function embedAll() {
  const found = [...document.querySelectorAll('script.shikatsu[type="application/json"]')];
  if (!found.length) return;
  choose(document.documentElement.lang.startsWith("ja") ? "ja" : "en");
  addShades();
  for (const held of found) {
    const data = JSON.parse(held.textContent);
    if (data.problem) embedProblem(held.parentElement, data);
    else new Embedded(held.parentElement, data);
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", embedAll);
else embedAll();
