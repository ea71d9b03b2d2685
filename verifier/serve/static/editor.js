// A board to put stones on, by mouse, finger and keyboard.

import { Board, vertex } from "./board.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

const SIDES = ["top", "bottom", "left", "right"];
const SIZES = [9, 13, 19];

export class Editor {
  /** onuse(text) is called with the diagram that was drawn. */
  constructor(onuse) {
    this.onuse = onuse;
    this.rows = 9;
    this.cols = 9;
    this.stones = [..."." .repeat(81)];
    this.open = new Set();
    this.tool = "X";
    this.next = "X"; // the colour of the next stone where they alternate
    this.past = []; // the drawing before each step, with its size and edges
  }

  /** Starts from a position. */
  load({ rows, cols, stones, open }) {
    [this.rows, this.cols] = [rows, cols];
    this.stones = [...stones];
    this.open = new Set(open);
    this.past = [];
  }

  /** The diagram in the notation that can be read back. */
  text() {
    const lines = [];
    if (this.open.size) lines.push(`edges: ${SIDES.filter((side) => !this.open.has(side)).join(", ") || "none"}`);
    for (let row = 0; row < this.rows; row++) lines.push(this.stones.slice(row * this.cols, (row + 1) * this.cols).join(" "));
    return lines.join("\n");
  }

  /** Remembers the drawing as it is, so that the step that follows can be undone. */
  keep() {
    const { rows, cols, stones, open, next } = this;
    this.past.push({ rows, cols, stones: [...stones], open: new Set(open), next });
  }

  /** Puts what is chosen on a point; the same stone again takes it off. */
  put(point) {
    const sign = this.tool === "both" ? this.next : this.tool;
    if (sign === "." && this.stones[point] === ".") return; // nothing to take off, and nothing to undo
    this.keep();
    if (this.stones[point] === sign) this.stones[point] = ".";
    else {
      this.stones[point] = sign;
      if (this.tool === "both" && sign !== ".") this.next = sign === "X" ? "O" : "X";
    }
    this.draw();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    Object.assign(this, before);
    this.fill();
  }

  /** Cuts stones off on the right and below, or adds points there; a board of a usual size has all its edges. */
  resize(rows, cols, open = this.open) {
    if (rows === this.rows && cols === this.cols && open.size === this.open.size) return;
    this.keep();
    const old = [this.rows, this.cols, this.stones];
    this.stones = Array.from({ length: rows * cols }, (_, point) => {
      const [row, col] = [Math.floor(point / cols), point % cols];
      return row < old[0] && col < old[1] ? old[2][row * old[1] + col] : ".";
    });
    [this.rows, this.cols, this.open] = [rows, cols, open];
    this.fill();
  }

  render() {
    this.place = h("div", { class: "draw-board" });
    this.fault = h("p", { class: "notice", role: "alert", hidden: true });
    this.tools = h("div", { class: "bar", role: "radiogroup", "aria-label": t("draw_tool") });
    this.size = h("div", { class: "draw-size" });
    this.edges = h("fieldset", { class: "draw-edges" });
    this.element = h("div", { class: "draw" }, this.place,
      h("div", { class: "draw-side" }, h("h3", {}, t("draw_tool")), this.tools, h("h3", {}, t("draw_size")), this.size, this.edges,
        h("p", { class: "small" }, t("draw_help")), this.fault,
        h("div", { class: "actions" }, this.button("draw_undo", () => this.undo()), this.button("draw_clear", () => this.clear()),
          h("button", { type: "button", class: "primary", "data-key": "draw-use", onclick: () => this.use() }, t("paste_use")))));
    this.fill();
    return this.element;
  }

  button(key, onclick) {
    return h("button", { type: "button", class: "quiet", "data-key": key.replace("_", "-"), onclick }, t(key));
  }

  clear() {
    if (this.stones.every((sign) => sign === ".")) return;
    this.keep();
    this.stones.fill(".");
    this.draw();
  }

  use() {
    if (this.stones.includes("X") || this.stones.includes("O")) this.onuse(this.text());
    else this.complain(t("draw_empty"));
  }

  complain(message) {
    this.fault.textContent = message;
    this.fault.hidden = !message;
  }

  /** The board and all controls anew: another size, other edges. */
  fill() {
    const { rows, cols } = this;
    const held = document.activeElement?.dataset?.key;
    this.board = new Board({ rows, cols, open: [...this.open] }, {
      label: t("draw_board"),
      pressable: () => true,
      describe: (point) => `${vertex(point, this)}, ${t({ X: "stone_black", O: "stone_white", ".": "empty" }[this.stones[point]])}`,
      onpoint: (point) => this.put(point),
    });
    this.place.replaceChildren(this.board.element);
    const number = (key, value, change) => h("label", {}, `${t(key)} `, h("input", { type: "number", min: 1, max: 25, value, "data-key": key.replace("_", "-"), onchange: ({ target }) => {
      // Nothing, or less than 1, is no size: the drawing would be lost.
      const wanted = Math.min(25, Math.round(Number(target.value)));
      if (wanted >= 1) change(wanted);
      else target.value = value;
    } }));
    this.size.replaceChildren(
      ...SIZES.map((n) => h("button", { type: "button", class: "quiet", "data-key": `size-${n}`, "aria-pressed": String(rows === n && cols === n), onclick: () => this.resize(n, n, new Set()) }, `${n}×${n}`)),
      number("draw_rows", rows, (n) => this.resize(n, this.cols)), number("draw_cols", cols, (n) => this.resize(this.rows, n)));
    this.edges.replaceChildren(h("legend", {}, t("draw_edges")), ...SIDES.map((side) => h("label", { class: "small" },
      h("input", { type: "checkbox", checked: !this.open.has(side), "data-key": `edge-${side}`, onchange: (event) => { this.keep(); if (event.target.checked) this.open.delete(side); else this.open.add(side); this.fill(); } }), t(`edge_${side}`))));
    this.draw();
    this.hold(held);
  }

  draw() {
    const tool = (sign, key) => h("button", { type: "button", role: "radio", "aria-checked": String(this.tool === sign), class: "quiet tool", "data-key": `tool-${sign}`, onclick: () => { this.tool = sign; this.draw(); } },
      { X: h("span", { class: "stone-icon black", "aria-hidden": "true" }), O: h("span", { class: "stone-icon white", "aria-hidden": "true" }) }[sign] ?? "", t(key));
    const held = document.activeElement?.dataset?.key;
    this.tools.replaceChildren(tool("X", "black"), tool("O", "white"), tool("both", "draw_both"), tool(".", "draw_erase"));
    this.board.draw({ stones: this.stones.join("") });
    this.complain("");
    this.hold(held);
  }

  /** Gives the focus back to a control that was made anew. */
  hold(key) {
    if (key) this.element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}
