// A ruleset as questions and answers: what its file says of each axis, read and changed without knowing TOML.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const STRING = /^\s*(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')/;
const BASES = ["text", "commentary", "assumption"];

/** The file of a reading of a ruleset of the package, so far without a change. */
export const reading = (base) =>
  `schema = 1\nid = "my-rules"\ntitle = "My rules, a reading of ${base}"\nsource = "written in the explorer"\nbase = "${base}"\n`;

function unquoted(string) {
  if (string.startsWith("'")) return string.slice(1, -1);
  try {
    return JSON.parse(string);
  } catch {
    return string.slice(1, -1);
  }
}

/** Where the table of an axis stands in the lines: from its header to the next one. */
function table(lines, axis) {
  const begin = lines.findIndex((line) => new RegExp(`^\\s*\\[\\s*axes\\s*\\.\\s*${axis}\\s*\\]`).test(line));
  if (begin < 0) return null;
  const length = lines.slice(begin + 1).findIndex((line) => /^\s*\[/.test(line));
  return [begin, length < 0 ? lines.length : begin + 1 + length];
}

/** What the file says of an axis, key by key; null if nothing. */
export function answer(text, axis) {
  const lines = text.split("\n");
  const where = table(lines, axis);
  if (!where) return null;
  const found = {};
  for (const line of lines.slice(...where)) {
    const pair = line.match(STRING);
    if (pair) found[pair[1]] = unquoted(pair[2]);
  }
  return found;
}

/** The file with another answer, of value, article, basis and perhaps a note; null takes the table out. */
export function answered(text, axis, found) {
  const lines = text.trimEnd().split("\n");
  const where = table(lines, axis);
  const written = found ? [`[axes.${axis}]`, ...Object.entries(found).map(([key, value]) => `${key} = ${JSON.stringify(value)}`), ""] : [];
  if (where) lines.splice(where[0], where[1] - where[0], ...written);
  else if (found) lines.push("", ...written);
  return lines.join("\n").trimEnd() + "\n";
}

/** The questions with their answers; onchange(axis, keys) hears what the file should say of an axis now. */
export class Questions {
  constructor(axes, onchange) {
    Object.assign(this, { axes, onchange });
    this.element = h("div", { class: "questions" });
    this.shown = "";
  }

  /** text: the file; known: the values that it was read to have, also of its base; other: what is compared. */
  render(text, known, other) {
    const now = JSON.stringify(Object.keys(this.axes).map((axis) => [answer(text, axis)?.value, known?.axes[axis]?.value, other?.axes[axis]?.value]));
    if (now === this.shown && this.element.firstChild) return; // somebody may be typing there
    this.shown = now;
    const held = document.activeElement?.dataset?.key;
    this.element.replaceChildren(...Object.entries(this.axes).map(([axis, about]) => this.question(axis, about, text, known, other)));
    if (held) this.element.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  question(axis, about, text, known, other) {
    const own = answer(text, axis);
    const before = known?.axes[axis];
    const value = own?.value ?? before?.value ?? about.default ?? "";
    const take = (keys) => this.onchange(axis, keys);
    const choose = h("select", { id: `q-${axis}`, "data-key": `q-${axis}`, onchange: () => take({ value: choose.value, article: "none", basis: "assumption" }) },
      value in about.values ? null : h("option", { value, selected: true }, value || "…"),
      Object.keys(about.values).map((name) => h("option", { value: name, selected: name === value }, name)));
    const theirs = other?.axes[axis]?.value;
    return h("div", { class: theirs !== undefined && theirs !== value ? "question changed" : "question", lang: "en" },
      h("label", { for: `q-${axis}` }, h("b", {}, axis), ` ${about.question}`),
      choose,
      h("p", { class: "small" }, about.values[value] ?? ""),
      own ? this.basis(axis, own, take) : before?.article ? h("p", { class: "small article" }, before.article) : null);
  }

  /** Where the text gives this answer. */
  basis(axis, own, take) {
    const article = h("input", { type: "text", value: own.article ?? "", "data-key": `q-article-${axis}`, onchange: () => take({ article: article.value || "none" }) });
    const basis = h("select", { "data-key": `q-basis-${axis}`, onchange: () => take({ basis: basis.value }) }, BASES.map((name) => h("option", { value: name, selected: name === own.basis }, name)));
    return h("div", { class: "basis small" }, h("label", {}, `${t("own_article")} `, article), h("label", {}, `${t("own_basis")} `, basis));
  }
}
