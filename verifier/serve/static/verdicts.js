// The boards with verdicts, and the panel beside them: units, reasons, score, and where the texts differ.

import * as api from "./api.js";
import { Board, vertex } from "./board.js";
import { $, h } from "./dom.js";
import { current, t } from "./i18n.js";
import { colour, leads, limitName, number, range, statusChip, stoneCount, unitName } from "./words.js";

/** Puts new parts in place of old ones, but leaves alone what did not change: it may just be clicked on. */
function exchange(place, parts) {
  if (place.children.length !== parts.length) {
    place.replaceChildren(...parts);
    return;
  }
  [...place.children].forEach((old, index) => {
    if (!old.isEqualNode(parts[index])) old.replaceWith(parts[index]);
  });
}

/** What a game and a position have in common; app: { search, position, selected, onlyDiffering, komi, captured, titles, axes, rulesets, select, argue, line }. */
export class Verdicts {
  constructor(app) {
    this.app = app;
  }

  exchange(place, parts) {
    exchange(place, parts);
  }

  status(rules, unit) {
    return this.app.search?.verdicts[rules].get(unit)?.status;
  }

  differs(unit) {
    if (this.app.rules.length < 2) return false;
    const [a, b] = [this.status(0, unit), this.status(1, unit)];
    return Boolean(a && b && a !== "unknown" && b !== "unknown" && a !== b);
  }

  unitAt(point) {
    return this.app.position.units.findIndex((unit) => unit.points.includes(point));
  }

  /** Makes the boards anew; the panel follows. */
  render() {
    const { app } = this;
    this.boards = app.rules.map((rules, index) => this.makeBoard(rules, index));
    $("boards").replaceChildren(...this.boards.map(({ figure }) => figure));
    $("boards").classList.toggle("two", app.rules.length === 2);
    $("stage").classList.toggle("arguing", false);
    this.update();
  }

  makeBoard(rules, index) {
    const { app } = this;
    const board = new Board(app.position, {
      label: `${t("boards")}: ${app.title(rules)}`,
      describe: (point) => this.describe(index, point),
      pressable: (point) => this.unitAt(point) >= 0,
      onpoint: (point) => {
        const unit = this.unitAt(point);
        app.select(unit >= 0 ? unit : null, index);
      },
    });
    const result = h("p", { class: "result" });
    const letter = app.rules.length > 1 ? h("span", { class: "letter" }, "AB"[index]) : null;
    const caption = h("figcaption", {}, h("span", { class: "rules-name" }, letter, app.title(rules)), result);
    const figure = h("figure", { class: "card" }, caption, board.element);
    return { figure, board, result };
  }

  describe(index, point) {
    const { position } = this.app;
    const where = vertex(point, position);
    const sign = position.stones[point];
    if (sign === ".") {
      const label = position.labels[point];
      const area = this.area(index, point);
      return [where, t("empty"), label, area].filter(Boolean).join(", ");
    }
    const stone = t(sign === "X" ? "stone_black" : "stone_white");
    const unit = this.unitAt(point);
    if (unit < 0) return `${where}, ${stone}, ${t("assumed")}`;
    const parts = [where, stone, unitName(position.units[unit]), t(`status_${this.status(index, unit) ?? "open"}`)];
    if (this.differs(unit)) parts.push(t("differs"));
    return parts.join(", ");
  }

  area(index, point) {
    const count = this.app.search?.counts[index];
    const area = count?.areas.find((item) => item.points.includes(point));
    if (!area) return "";
    if (area.ko.includes(point)) return t("point_of_area", { why: t("area_ko") });
    if (area.owner) return t("point_territory", { colour: colour(area.owner) });
    return t("point_of_area", { why: t(`area_${area.kind}`) });
  }

  /** Draws what is known now. */
  update() {
    const { app } = this;
    const { position, search } = app;
    this.boards.forEach(({ board, result }, index) => {
      const count = search?.counts[index];
      board.draw({
        stones: position.stones,
        labels: position.labels,
        units: position.units.map((unit, number) => ({
          points: unit.points,
          status: this.status(index, number),
          selected: app.selected === number,
          differs: this.differs(number),
        })),
        territory: count && {
          black: count.black.filter((point) => position.stones[point] === "."),
          white: count.white.filter((point) => position.stones[point] === "."),
          differs: search.contrast?.points.filter((point) => position.stones[point] === ".") ?? [],
        },
      });
      result.textContent = count ? this.result(count, index) : "";
    });
    this.panel();
  }

  /** Whether a ruleset counts living stones and no prisoners. */
  byArea(index) {
    return this.app.values(this.app.rules[index])?.score.value === "area";
  }

  bounds(count, index) {
    const [black, white] = this.byArea(index) ? [0, 0] : this.app.captured;
    const { komi } = this.app;
    const shift = ([low, high], by) => [low + by, high + by];
    return {
      black: shift(count.bounds.black, black),
      white: shift(count.bounds.white, white + komi),
      lead: shift(count.bounds.lead, black - white - komi),
    };
  }

  /** The lead with neutral points filled in turn, where that is what players count; else null. */
  filled(count, index) {
    if (!count?.filled?.lead) return null;
    const [black, white] = this.app.captured;
    return count.filled.lead.map((lead) => lead + black - white - this.app.komi);
  }

  result(count, index) {
    const { black, white, lead } = this.bounds(count, index);
    if (count.filled) return `${t("score_filled")}: ${this.filledText(count, index)}`;
    return `${t("black")} ${range(black)} · ${t("white")} ${range(white)} · ${leads(lead)}`;
  }

  filledText(count, index) {
    const lead = this.filled(count, index);
    return lead ? leads(lead) : t("status_unknown");
  }

  panel() {
    const held = document.activeElement?.dataset?.key;
    const opened = new Set([...document.querySelectorAll("details[open]")].map((item) => item.dataset.name));
    const below = [this.score(), this.axes()].filter(Boolean);
    for (const item of below.flatMap((part) => [...part.querySelectorAll("details")])) item.open = opened.has(item.dataset.name);
    exchange($("panel"), [this.units(), this.detail()].filter(Boolean));
    exchange($("below"), below);
    if (held && document.activeElement?.dataset?.key !== held) {
      $("stage").querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    }
  }

  chip(rules, unit) {
    const status = this.status(rules, unit) ?? (this.app.search?.over ? "none" : "open");
    return statusChip(status);
  }

  units() {
    const { app } = this;
    const { units } = app.position;
    const numbers = units.map((_, number) => number).filter((number) => !app.onlyDiffering || this.differs(number));
    const rows = numbers.map((number) => {
      const unit = units[number];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `unit${this.differs(number) ? " differs" : ""}`,
            "data-key": `unit-${number}`,
            "aria-pressed": String(app.selected === number),
            onclick: () => app.select(app.selected === number ? null : number),
          },
          h("span", { class: `stone-icon ${unit.colour}`, "aria-hidden": "true" }),
          h("span", { class: "unit-name" }, h("b", {}, unit.name), h("small", {}, `${colour(unit.colour)}, ${stoneCount(unit)}`)),
          h("span", { class: "chips" }, app.rules.map((_, rules) => this.chip(rules, number)), this.differs(number) && h("span", { class: "unequal", title: t("differs") }, h("span", { "aria-hidden": "true" }, "≠"), h("span", { class: "unseen" }, t("differs")))),
        ),
      );
    });
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("units")),
      this.summary(),
      app.rules.length === 2 && units.length > 0 &&
        h("div", { class: "list-head" },
          h("label", { class: "small" }, h("input", { type: "checkbox", "data-key": "only", checked: app.onlyDiffering, onchange: (event) => { app.onlyDiffering = event.target.checked; this.panel(); } }), ` ${t("only_differing")}`),
          h("span", { class: "heads", "aria-hidden": "true" }, app.rules.map((rules, index) => h("span", { title: app.title(rules) }, "AB"[index]))),
        ),
      units.length ? h("ul", { class: "units" }, rows) : h("p", {}, t("units_none")),
    );
  }

  summary() {
    const { contrast } = this.app.search ?? {};
    if (!contrast || !this.app.position.units.length) return null;
    const what = [];
    if (contrast.units.length) what.push(t(contrast.units.length === 1 ? "differing_unit" : "differing_units", { n: contrast.units.length }));
    if (contrast.points.length) what.push(t(contrast.points.length === 1 ? "differing_point" : "differing_points", { n: contrast.points.length }));
    if (this.leadsDiffer()) what.push(t("differing_lead"));
    if (!what.length && !contrast.unsettled.length) return h("p", { class: "summary same" }, t("summary_same"));
    const texts = what.length ? [t("summary_differs", { what: what.join(t("and")) })] : [];
    if (contrast.unsettled.length) texts.push(t("summary_unsettled"));
    return h("p", { class: what.length ? "summary different" : "summary" }, texts.join(" "));
  }

  /** Whether the results differ, with what was captured before where it counts. */
  leadsDiffer() {
    const counts = this.app.rules.map((_, index) => this.app.search.counts[index]);
    if (!counts.every((count) => count?.decided)) return false;
    const [first, second] = counts.map((count, index) => (count.filled ? this.filledText(count, index) : leads(this.bounds(count, index).lead)));
    return first !== second;
  }

  detail() {
    const { app } = this;
    if (app.selected === null) {
      return app.position.units.length ? h("section", { class: "card hint-card" }, h("p", {}, t("choose_unit"))) : null;
    }
    const unit = app.position.units[app.selected];
    return h(
      "section",
      { class: "card detail", id: "detail", "aria-live": "polite" },
      h("h2", {}, h("span", { class: `stone-icon ${unit.colour}`, "aria-hidden": "true" }), `${unitName(unit)} · ${stoneCount(unit)}`),
      app.rules.map((rules, index) => this.reason(rules, index)),
      this.blame(),
    );
  }

  /** Which axes are to blame that the rulesets differ about the chosen unit. */
  blame() {
    const { app } = this;
    if (!this.differs(app.selected)) return null;
    const found = app.search?.blames.get(app.selected);
    const texts = found ? found[current()] : [t(app.search.over ? "why_missing" : "blame_pending")];
    return h("div", { class: "reason blame" }, h("h3", {}, t("blame")), texts.map((text) => h("p", {}, text)));
  }

  reason(rules, index) {
    const { app } = this;
    const unit = app.selected;
    const verdict = app.search?.verdicts[index].get(unit);
    const reason = app.search?.reasons[index].get(unit);
    const letter = app.rules.length > 1 ? h("span", { class: "letter" }, "AB"[index]) : null;
    const head = h("h3", {}, letter, this.chip(index, unit), h("span", { class: "under" }, app.title(rules)));
    if (!verdict) return h("div", { class: "reason" }, head, app.search?.audit && h("p", {}, t("why_open")));
    if (verdict.status === "unknown") {
      return h("div", { class: "reason" }, head, h("p", {}, t("why_unknown", { limit: limitName(verdict) })));
    }
    let texts = [];
    let tries = [];
    const { over, wanted, missing } = app.search;
    const asked = `${index}-${unit}`;
    if (!reason && over && missing.has(asked)) texts = [t("why_failed", { message: missing.get(asked) })];
    else if (!reason) texts = [t(over && !wanted.has(asked) ? "why_missing" : "why_pending")];
    else {
      const said = reason[current()];
      [texts, tries] = [said.slice(1, said.length - reason.tries), said.slice(said.length - reason.tries)];
    }
    const size = verdict.family === "wall" && !verdict.size ? t("proof_wall") : t(verdict.family === "strategy" ? "proof_strategy" : "proof_patterns", { n: verdict.size });
    const facts = t("proof_facts", { size, moves: verdict.moves, nodes: verdict.nodes, seconds: verdict.seconds });
    return h(
      "div",
      { class: "reason" },
      head,
      texts.map((text) => h("p", {}, text)),
      tries.length > 0 &&
        h("details", { class: "more", open: app.triesOpen, ontoggle: (event) => { app.triesOpen = event.target.open; } },
          h("summary", {}, t("tries", { n: tries.length })), tries.map((text) => h("p", {}, text))),
      h("p", { class: "facts" }, `${t("proof_of")}: ${facts}`),
      verdict.proof
        ? h("div", { class: "actions" },
            h("button", { type: "button", class: "primary", "data-key": `argue-${index}`, onclick: () => app.argue(index, unit) }, t("argue")),
            reason?.line && h("button", { type: "button", class: "quiet", "data-key": `line-${index}`, onclick: () => app.showLine(index, unit, reason) }, t("show_line")),
            h("a", { class: "button quiet", href: api.proofAddress(app.search.job, index, unit), download: "" }, t("download")),
            !app.game && ["black", "white"].map((side) => h("button", { type: "button", class: "quiet", "data-key": `problem-${index}-${side}`, onclick: () => app.problem(index, unit, side) }, t("problem_as", { side: colour(side) }))))
        : h("p", { class: "facts" }, t("no_proof")),
    );
  }

  score() {
    const { app } = this;
    const { search } = app;
    const counts = app.rules.map((_, index) => search?.counts[index]);
    if (!counts.some(Boolean)) return null;
    const table = h("table", { class: "score" });
    table.append(h("thead", {}, h("tr", {}, h("td"), app.rules.map((rules, index) => h("th", { colspan: 2, scope: "colgroup" }, app.rules.length > 1 && h("span", { class: "letter" }, "AB"[index]), h("span", { class: "wide" }, app.title(rules))))),
      h("tr", {}, h("td"), app.rules.map(() => [h("th", { scope: "col" }, t("black")), h("th", { scope: "col" }, t("white"))]))));
    const body = h("tbody");
    const line = (name, cells) => body.append(h("tr", {}, h("th", { scope: "row" }, t(name)), cells.flat().map((text) => h("td", {}, text))));
    const settled = (count) => count && count.decided;
    line("score_points", counts.map((c) => (c ? [String(c.black.length), String(c.white.length)] : ["–", "–"])));
    const none = ["–", "–"];
    const areas = counts.map((_, index) => this.byArea(index));
    if (areas.includes(true)) {
      const living = (c) => (settled(c) ? [c.bounds.black[0] - c.black.length, c.bounds.white[0] - c.white.length].map(String) : none);
      line("score_living", counts.map((c, index) => (areas[index] ? living(c) : none)));
    }
    if (areas.includes(false)) {
      line("score_dead", counts.map((c, index) => (c && !areas[index] ? c.prisoners.map((points) => String(points.length)) : none)));
      const [black, white] = app.captured;
      const asked = areas.indexOf(false);
      line("score_captured", counts.map((_, index) => (areas[index] ? none : [this.input("captured-0", index === asked, black), this.input("captured-1", index === asked, white)])));
    }
    line("score_komi", counts.map((_, index) => ["", this.input("komi", index === 0, app.komi)]));
    line("score_total", counts.map((c, index) => { if (!c) return none; const b = this.bounds(c, index); return [range(b.black), range(b.white)]; }));
    body.append(h("tr", { class: "lead" }, h("th", { scope: "row" }, t("score_lead")), counts.map((c, index) => h("td", { colspan: 2 }, c ? leads(this.bounds(c, index).lead) : "–"))));
    const filled = counts.some((c) => c?.filled);
    if (filled) body.append(h("tr", { class: "lead" }, h("th", { scope: "row" }, t("score_filled")), counts.map((c, index) => h("td", { colspan: 2 }, c?.filled ? this.filledText(c, index) : "–"))));
    table.append(body);
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("score")),
      h("div", { class: "scroll" }, table),
      counts.some((c) => c && !settled(c)) && h("p", { class: "small" }, t("score_unknown")),
      app.position.open.length > 0 && h("p", { class: "small" }, t("score_crop")),
      filled && h("p", { class: "small" }, t("score_filled_note")),
      this.notCounted(counts),
    );
  }

  input(key, asked, value) {
    const { app } = this;
    if (!asked) return number(value);
    return h("input", {
      type: "number",
      step: key === "komi" ? "0.5" : "1",
      min: key === "komi" ? "-100" : "0",
      max: "400",
      value,
      "data-key": key,
      "aria-label": t(key === "komi" ? "score_komi" : "score_captured") + (key === "komi" ? "" : `, ${t(key === "captured-0" ? "black" : "white")}`),
      onchange: (event) => {
        const found = Number(event.target.value);
        if (!Number.isFinite(found) || Math.abs(found) > 1000) return;
        if (key === "komi") app.komi = Math.round(found * 2) / 2;
        else app.captured[Number(key.at(-1))] = Math.max(0, Math.round(found));
        this.update();
      },
    });
  }

  notCounted(counts) {
    const { app } = this;
    const blocks = counts.map((count, index) => {
      if (!count) return null;
      const lines = [];
      for (const area of count.areas) {
        const names = (points) => points.slice(0, 8).map((point) => vertex(point, app.position)).join(" ") + (points.length > 8 ? " …" : "");
        if (!area.owner) lines.push(h("li", {}, h("b", {}, names(area.points)), ` ${t(`area_${area.kind}`)}`));
        else if (area.ko.length) lines.push(h("li", {}, h("b", {}, names(area.ko)), ` ${t("area_ko")}`));
      }
      if (!lines.length) return null;
      return [app.rules.length > 1 ? h("h3", {}, app.title(app.rules[index])) : null, h("ul", { class: "areas" }, lines)];
    });
    if (!blocks.some(Boolean)) return null;
    return h("details", { class: "more", "data-name": "areas" }, h("summary", {}, t("areas")), blocks.filter(Boolean));
  }

  axes() {
    const { app } = this;
    if (app.rules.length < 2) return null;
    const [a, b] = app.rules.map((rules) => app.values(rules));
    if (!a || !b) return null;
    const names = Object.keys(app.axes).filter((name) => a[name].value !== b[name].value);
    const cell = (name, side) => h("td", {}, h("b", {}, side[name].value), h("small", {}, side[name].article));
    const rows = names.map((name) => h("tr", {}, h("th", { scope: "row" }, app.axes[name].question), cell(name, a), cell(name, b)));
    return h(
      "section",
      { class: "card" },
      h("details", { class: "more", "data-name": "axes" }, h("summary", {}, h("h2", {}, t("axes"))),
        names.length
          ? h("div", { class: "scroll" }, h("table", { class: "axes", lang: "en" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("axis_question")), app.rules.map((rules, index) => h("th", { scope: "col" }, h("span", { class: "letter" }, "AB"[index]), app.title(rules))))), h("tbody", {}, rows)))
          : h("p", {}, t("axes_same"))),
    );
  }
}
