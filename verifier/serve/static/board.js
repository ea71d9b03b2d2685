// A board: a picture in SVG, and over it one button for each point, so that keyboard and screen reader get everything.

import { h, s } from "./dom.js";

const CELL = 40;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };

/** The name of a point, as in GTP. */
export function vertex(point, { rows, cols }) {
  return LETTERS[point % cols] + String(rows - Math.floor(point / cols));
}

export class Board {
  /**
   * shape: rows, cols and open sides. options: label, describe(point) -> text for a screen reader,
   * onpoint(point), plain: a small picture without rulers and buttons.
   */
  constructor(shape, options = {}) {
    this.shape = shape;
    this.options = options;
    const { rows, cols } = shape;
    // Rulers stand on the left and below.
    [this.near, this.far] = options.plain ? [26, 26] : [50, 31];
    this.width = (cols - 1) * CELL + this.near + this.far;
    this.height = (rows - 1) * CELL + this.near + this.far;
    this.layers = {};
    this.svg = s("svg", { viewBox: `0 0 ${this.width} ${this.height}`, "aria-hidden": "true", focusable: "false" });
    this.layers.sure = s("g");
    this.drawGround();
    for (const name of ["zone", "halo", "shadow", "stone", "mark", "label", "over"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    this.element = h("div", { class: options.plain ? "board plain" : "board" }, this.svg);
    this.element.style.setProperty("--ratio", `${this.width} / ${this.height}`);
    this.element.style.setProperty("--cols", cols + (options.plain ? 0.3 : 1.2));
    this.element.style.setProperty("--rows", rows + (options.plain ? 0.3 : 1.2));
    if (!options.plain) this.makeButtons();
  }

  at(point) {
    const { cols } = this.shape;
    return [this.near + (point % cols) * CELL, this.far + Math.floor(point / cols) * CELL];
  }

  neighbours(point) {
    const { rows, cols } = this.shape;
    const row = Math.floor(point / cols);
    const col = point % cols;
    const found = [];
    if (row > 0) found.push(point - cols);
    if (row < rows - 1) found.push(point + cols);
    if (col > 0) found.push(point - 1);
    if (col < cols - 1) found.push(point + 1);
    return found;
  }

  drawGround() {
    const { rows, cols, open } = this.shape;
    const [left, top] = this.at(0);
    const [right, bottom] = this.at(rows * cols - 1);
    const run = 0.58 * CELL;
    const is = (side) => open.includes(side);
    const x0 = left - (is("left") ? run : 0);
    const x1 = right + (is("right") ? run : 0);
    const y0 = top - (is("top") ? run : 0);
    const y1 = bottom + (is("bottom") ? run : 0);
    let lines = "";
    for (let row = 0; row < rows; row++) lines += `M${x0} ${top + row * CELL}H${x1}`;
    for (let col = 0; col < cols; col++) lines += `M${left + col * CELL} ${y0}V${y1}`;
    let border = "";
    if (!is("top")) border += `M${x0} ${top}H${x1}`;
    if (!is("bottom")) border += `M${x0} ${bottom}H${x1}`;
    if (!is("left")) border += `M${left} ${y0}V${y1}`;
    if (!is("right")) border += `M${right} ${y0}V${y1}`;
    this.svg.append(
      s("rect", { width: this.width, height: this.height, rx: 6, fill: "url(#wood)" }),
      this.layers.sure,
      s("path", { d: lines, class: "grid-lines" }),
      s("path", { d: border, class: "grid-border" }),
    );
    const stars = rows === cols && !open.length ? (STARS[rows] ?? []) : [];
    for (const row of stars) {
      for (const col of stars) {
        if (cols < 19 && (row === stars[1]) !== (col === stars[1])) continue;
        const [x, y] = this.at(row * cols + col);
        this.svg.append(s("circle", { cx: x, cy: y, r: 3.4, class: "star" }));
      }
    }
    if (this.options.plain) return;
    const ruler = s("g", { class: "ruler" });
    for (let col = 0; col < cols; col++) {
      ruler.append(s("text", { x: left + col * CELL, y: this.height - 7 }, LETTERS[col]));
    }
    for (let row = 0; row < rows; row++) {
      ruler.append(s("text", { x: 11, y: top + row * CELL + 5 }, String(rows - row)));
    }
    this.svg.append(ruler);
  }

  makeButtons() {
    const { rows, cols } = this.shape;
    this.focused = 0;
    this.buttons = [];
    const overlay = h("div", { class: "points", role: "grid", "aria-label": this.options.label ?? "" });
    overlay.style.left = `${(100 * (this.near - CELL / 2)) / this.width}%`;
    overlay.style.top = `${(100 * (this.far - CELL / 2)) / this.height}%`;
    overlay.style.width = `${(100 * cols * CELL) / this.width}%`;
    overlay.style.height = `${(100 * rows * CELL) / this.height}%`;
    overlay.style.gridTemplateColumns = `repeat(${cols}, 1fr)`;
    for (let row = 0; row < rows; row++) {
      const line = h("div", { role: "row", class: "row" });
      for (let col = 0; col < cols; col++) {
        const point = row * cols + col;
        const button = h("button", {
          type: "button",
          role: "gridcell",
          tabindex: "-1",
          onclick: () => this.options.onpoint?.(point),
          onfocus: () => this.take(point),
          onpointerenter: (event) => event.pointerType === "mouse" && this.options.onhover?.(point),
          onpointerleave: () => this.options.onhover?.(null),
        });
        this.buttons.push(button);
        line.append(button);
      }
      overlay.append(line);
    }
    overlay.addEventListener("keydown", (event) => this.key(event));
    this.element.append(overlay);
    this.take(0);
  }

  take(point) {
    this.buttons[this.focused].tabIndex = -1;
    this.focused = point;
    this.buttons[point].tabIndex = 0;
  }

  focus(point = this.focused, still = false) {
    this.take(point);
    this.buttons[point].focus({ preventScroll: still });
  }

  key(event) {
    const { rows, cols } = this.shape;
    const row = Math.floor(this.focused / cols);
    const col = this.focused % cols;
    const goals = {
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      Home: [row, 0],
      End: [row, cols - 1],
      PageUp: [0, col],
      PageDown: [rows - 1, col],
    };
    const goal = goals[event.key];
    if (!goal || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.focus(Math.min(rows - 1, Math.max(0, goal[0])) * cols + Math.min(cols - 1, Math.max(0, goal[1])));
  }

  /**
   * Draws a state. stones: "X", "O" and "." for each point. Optional: labels {point: text}; units [{points, status,
   * selected, differs}]; territory {black, white, differs}; zone: points; last: point; numbers {point: n};
   * ban: points; sure: [black, white] points that are certain; marked: points taken to be dead; ghost {point, colour}; playable: points.
   */
  draw(state) {
    this.state = state;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    if (state.sure) this.drawSure(state.sure);
    if (state.zone) this.drawZone(state.zone);
    const status = new Map();
    for (const unit of state.units ?? []) {
      this.drawHalo(unit);
      for (const point of unit.points) status.set(point, unit.status);
    }
    [...state.stones].forEach((sign, point) => {
      if (sign !== ".") this.drawStone(point, sign === "X" ? "black" : "white", status.get(point));
    });
    this.drawTerritory(state.territory ?? {});
    for (const [point, text] of Object.entries(state.labels ?? {})) {
      if (!state.numbers?.[point] && !status.get(Number(point))) this.drawText(Number(point), text, "label");
    }
    for (const [point, number] of Object.entries(state.numbers ?? {})) this.drawText(Number(point), String(number), "number");
    for (const point of state.ban ?? []) this.drawBan(point);
    for (const point of state.marked ?? []) this.drawMarked(point);
    if (state.last !== undefined && state.last !== null && !state.numbers?.[state.last]) this.drawLast(state.last);
    if (state.ghost) this.drawGhost(state.ghost);
    for (const unit of state.units ?? []) if (unit.differs) this.drawBadge(unit.points[0]);
    this.describe();
  }

  describe() {
    if (!this.buttons) return;
    const playable = new Set(this.state.playable ?? []);
    this.buttons.forEach((button, point) => {
      button.setAttribute("aria-label", this.options.describe?.(point) ?? vertex(point, this.shape));
      button.classList.toggle("playable", playable.has(point));
      button.classList.toggle("pressable", Boolean(this.options.pressable?.(point)) || playable.has(point));
    });
  }

  outline(points, width, name) {
    const set = new Set(points);
    let path = "";
    for (const point of points) {
      const [x, y] = this.at(point);
      path += `M${x} ${y}h.01`;
      for (const other of this.neighbours(point)) {
        if (other > point && set.has(other)) {
          const [x2, y2] = this.at(other);
          path += `M${x} ${y}L${x2} ${y2}`;
        }
      }
    }
    return s("path", { d: path, "stroke-width": width * CELL, class: `outline ${name}` });
  }

  drawZone(points) {
    this.layers.zone.append(this.outline(points, 1.0, "zone"));
  }

  /** Points that are one side's for certain: a tint behind lines and stones. */
  drawSure(sides) {
    sides.forEach((points, side) => {
      let path = "";
      for (const point of points) {
        const [x, y] = this.at(point);
        path += `M${x - CELL / 2} ${y - CELL / 2}h${CELL}v${CELL}h-${CELL}z`;
      }
      this.layers.sure.append(s("path", { d: path, class: `sure ${side ? "white" : "black"}` }));
    });
  }

  drawHalo(unit) {
    const layer = this.layers.halo;
    if (unit.selected) layer.append(this.outline(unit.points, 1.42, "selected"));
    if (unit.differs) layer.append(this.outline(unit.points, 1.3, "differs"));
    layer.append(this.outline(unit.points, 1.14, `status ${unit.status ?? "open"}`));
  }

  drawStone(point, colour, status) {
    const [x, y] = this.at(point);
    const r = 0.465 * CELL;
    this.layers.shadow.append(s("circle", { cx: x + 1.2, cy: y + 1.8, r, class: "shadow" }));
    const faded = status === "dead" ? " faded" : "";
    this.layers.stone.append(s("circle", { cx: x, cy: y, r, fill: `url(#${colour}-stone)`, class: `stone ${colour}${faded}` }));
    if (status) this.drawMark(x, y, colour, status);
  }

  drawMark(x, y, colour, status) {
    const name = `mark on-${colour} ${status}`;
    const a = 0.19 * CELL;
    const layer = this.layers.mark;
    if (status === "dead") layer.append(s("path", { d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}`, class: name }));
    else if (status === "alive") layer.append(s("circle", { cx: x, cy: y, r: 0.17 * CELL, class: name }));
    else if (status === "drawn") layer.append(s("rect", { x: x - a * 0.85, y: y - a * 0.85, width: a * 1.7, height: a * 1.7, class: name }));
    else if (status === "unknown") layer.append(s("text", { x, y: y + 8, class: `text on-${colour} unknown` }, "?"));
  }

  drawTerritory({ black = [], white = [], differs = [] }) {
    for (const [colour, points] of [["black", black], ["white", white]]) {
      for (const point of points) {
        // On a dead stone it stands aside, in the corner, so that the cross is seen.
        const stone = this.state.stones[point] !== ".";
        const [size, aside] = stone ? [0.22 * CELL, 0.37 * CELL] : [0.3 * CELL, 0];
        const [x, y] = this.at(point).map((middle) => middle + aside);
        this.layers.mark.append(s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 1.5, class: `territory ${colour}` }));
      }
    }
    for (const point of differs) {
      const [x, y] = this.at(point);
      const a = 0.36 * CELL;
      this.layers.over.append(s("path", { d: `M${x} ${y - a}L${x + a} ${y}L${x} ${y + a}L${x - a} ${y}Z`, class: "differing-point" }));
    }
  }

  drawText(point, text, name) {
    const [x, y] = this.at(point);
    const sign = this.state.stones[point];
    const on = sign === "X" ? "on-black" : sign === "O" ? "on-white" : "on-board";
    if (sign === ".") this.layers.label.append(s("circle", { cx: x, cy: y, r: 0.34 * CELL, class: "clearing" }));
    const small = text.length > 2 ? " three" : text.length > 1 ? " two" : "";
    this.layers.label.append(s("text", { x, y: y + (small ? 6 : 7), class: `text ${name} ${on}${small}` }, text));
  }

  drawLast(point) {
    const [x, y] = this.at(point);
    const on = this.state.stones[point] === "X" ? "on-black" : "on-white";
    this.layers.over.append(s("circle", { cx: x, cy: y, r: 0.24 * CELL, class: `last ${on}` }));
  }

  drawBan(point) {
    const [x, y] = this.at(point);
    const a = 0.2 * CELL;
    this.layers.over.append(s("rect", { x: x - a, y: y - a, width: 2 * a, height: 2 * a, class: "ban" }));
  }

  /** A stone that somebody takes to be dead: a corner is cut off, whatever is proved. */
  drawMarked(point) {
    const [x, y] = this.at(point);
    const a = 0.48 * CELL;
    this.layers.over.append(s("path", { d: `M${x + a} ${y - a}h-${0.5 * CELL}l${0.5 * CELL} ${0.5 * CELL}z`, class: "marked-stone" }));
  }

  drawGhost({ point, colour }) {
    const [x, y] = this.at(point);
    this.layers.over.append(
      s("circle", { cx: x, cy: y, r: 0.465 * CELL, fill: `url(#${colour}-stone)`, class: "ghost" }),
      s("circle", { cx: x, cy: y, r: 0.56 * CELL, class: "ghost-ring" }),
    );
  }

  drawBadge(point) {
    const [x, y] = this.at(point);
    this.layers.over.append(
      s("circle", { cx: x - 0.4 * CELL, cy: y - 0.4 * CELL, r: 9.5, class: "badge" }),
      s("text", { x: x - 0.4 * CELL, y: y - 0.4 * CELL + 5, class: "badge-text" }, "≠"),
    );
  }
}
