// Names of things in the language of the page.

import { vertex } from "./board.js";
import { h } from "./dom.js";
import { current, t } from "./i18n.js";

const MARKS = { alive: "○", dead: "✕", drawn: "□", unknown: "?", none: "–", open: "…" };

export const colour = (name) => t(name);

export function unitName(unit) {
  return t("unit_of", { colour: colour(unit.colour), name: unit.name });
}

/** Names the letters on empty points, which are labels and no stones; empty if there are none. */
export function labelLine(position) {
  const places = new Map();
  for (const [point, label] of Object.entries(position.labels)) {
    if (position.stones[point] === ".") places.set(label, [...(places.get(label) ?? []), vertex(Number(point), position)]);
  }
  const named = [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([label, names]) => `${label} ${names.join(", ")}`);
  return named.length ? t("labels_read", { labels: named.join("; ") }) : "";
}

export function stoneCount(unit) {
  return unit.points.length === 1 ? t("stone_one") : t("stones", { n: unit.points.length });
}

/** The title of a case: examples are numbered in the language of the page, their Japanese names are kept. */
export function caseTitle(item) {
  if (!item.example || current() === "ja") return item.title;
  const name = /「[^」]*」/.exec(item.title)?.[0] ?? "";
  return `${t("example", { n: item.example })} ${name}`.trim();
}

/** The title of a ruleset; its Japanese names are translated for English readers. */
export function rulesTitle(item) {
  // Rules of one's own may have kept the title of those that they were begun from.
  if (item.own && item.title) return `${item.id}: ${rulesTitle({ title: item.title })}`;
  if (current() === "ja") return item.title;
  return item.title
    .replace("分かりやすい日本囲碁規約(試案)", "Plain Japanese rules (試案),")
    .replace("日本棋院囲碁規約", "Nihon Kiin rules")
    .replace("日本囲碁規約", "Japanese rules");
}

export function moveName(move, shape) {
  if (move.point >= 0) return vertex(move.point, shape);
  return move.ko === null || move.ko === undefined ? t("pass") : t("pass_ko", { ko: vertex(move.ko, shape) });
}

export function takes(move) {
  if (!move.captured) return "";
  const text = t("takes", { n: move.captured });
  return current() === "ja" ? `（${text}）` : `, ${text}`;
}

export const number = (value) => String(Math.round(value * 10) / 10);

export function range([low, high]) {
  return low === high ? number(low) : t("range", { low: number(low), high: number(high) });
}

export function lead(value) {
  if (value === 0) return t("lead_none");
  return t(value > 0 ? "lead_black" : "lead_white", { n: number(Math.abs(value)) });
}

export function leads([low, high]) {
  return low === high ? lead(low) : t("lead_range", { low: lead(low), high: lead(high) });
}

/** A status as a coloured word with its mark; where a unit is not judged yet, only screen readers hear the word. */
export function statusChip(status) {
  const word = h("span", { class: status === "open" ? "unseen" : "" }, ` ${t(`status_${status}`)}`);
  return h("span", { class: `chip ${status}` }, h("span", { "aria-hidden": "true" }, MARKS[status]), word);
}

/** The limit that a search reached, such as "10 seconds". */
export function limitName(verdict) {
  const found = /^([\d.]+) (nodes?|seconds?|MiB)$/.exec(verdict.limit);
  return found ? t(`limit_${found[2].toLowerCase()}`, { n: found[1] }) : verdict.limit || verdict.reason;
}
