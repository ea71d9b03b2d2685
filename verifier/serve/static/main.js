// The page: what is to be judged, the search for it, and what is shown.

import * as address from "./address.js";
import * as api from "./api.js";
import { Arguing } from "./argue.js";
import { vertex } from "./board.js";
import { $, h } from "./dom.js";
import { GameView } from "./game.js";
import * as i18n from "./i18n.js";
import { showLine } from "./line.js";
import { ProblemView } from "./problem.js";
import { Picker } from "./picker.js";
import { Search } from "./search.js";
import { Verdicts } from "./verdicts.js";
import { caseTitle, labelLine, rulesTitle } from "./words.js";

const { t } = i18n;
const START = { case: "ex01", rules: ["proposal2012", "japanese1989"] };
const OWN = "+"; // the choice that opens the dialog for rules of one's own
const PATIENCE = [2, 10, 30, 60, 300, 1800];
const GAME_PATIENCE = [10, 30, 60, 120, 300, 600, 1800];

const app = {
  listing: null,
  source: {},
  position: null,
  rules: [],
  search: null,
  selected: null,
  onlyDiffering: false,
  komi: 0,
  captured: [0, 0],
  arguing: null,
  axes: {},
  own: null, // a ruleset of one's own, with its text
  packed: null, // the text or file, as the address has it
  turned: false, // whether something else is shown, so that there is a way back
  step: 0, // of a game: how many of its steps are shown
  marking: false, // whether a click on a stone marks it as dead
  marked: new Set(), // units that somebody takes to be dead
  meaning: "hints", // of these marks: stones that may be dead, or that were agreed to be

  get game() {
    return this.position?.game ?? null;
  },

  get view() {
    return this.game ? games : verdicts;
  },

  /** Judges by rules of one's own. */
  async takeRules(ruleset, text) {
    this.own = { ruleset, text, packed: await address.pack({ text }).catch(() => null) };
    listOwn();
    $("rules-a").value = ruleset.id;
    if ($("rules-b").value === ruleset.id) $("rules-b").value = "";
    start();
  },

  /** Shows an example under two rulesets, one of them perhaps of one's own. */
  async example(name, rules, { ruleset, text }) {
    if (ruleset) this.own = { ruleset, text, packed: await address.pack({ text }).catch(() => null) };
    listOwn();
    const position = this.listing.cases.find((item) => item.id === name);
    [$("rules-a").value, $("rules-b").value] = rules;
    setPosition({ case: name }, position, true);
  },

  remember: () => remember(),
  start: () => start(),

  /** Leaves the game for the position after a move of it. */
  async judgeStep(move) {
    try {
      const source = { ...this.source, move };
      setPosition(source, await api.read(source), true);
    } catch (error) {
      notify(error.message);
    }
  },

  title(rules) {
    const base = rules.split("[")[0];
    const found = this.listing.rulesets.find((item) => item.id === base);
    return found ? rulesTitle(found) : rules;
  },

  /** The values of a ruleset on all axes. */
  values(rules) {
    const base = rules.split("[")[0];
    const found = this.listing.rulesets.find((item) => item.id === base)?.axes;
    if (!found || base === rules) return found;
    return { ...found, walls: { value: "independent", article: "" } };
  },

  select(unit) {
    this.selected = unit;
    this.view.update();
    this.askWhy();
    remember();
    if (unit !== null && matchMedia("(max-width: 60rem)").matches) $("detail")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  },

  /** Asks for the reasons of the chosen unit where they are not there yet. */
  askWhy() {
    const { search, selected } = this;
    if (!search || selected === null) return;
    search.verdicts.forEach(async (found, rules) => {
      const asked = `${rules}-${selected}`;
      if (!found.get(selected)?.proof || search.reasons[rules].has(selected) || search.wanted.has(asked)) return;
      search.wanted.add(asked);
      try {
        search.reasons[rules].set(selected, await api.reason(search.job, rules, selected));
      } catch (error) {
        search.missing.set(asked, error.message); // it comes in its turn, or not at all
      }
      if (this.search === search && !this.arguing) this.view.update();
    });
  },

  async argue(rules, unit) {
    notify("");
    const arguing = new Arguing(this, rules, unit);
    this.arguing = arguing;
    const answered = arguing.open();
    show();
    await answered;
    if (this.arguing === arguing && arguing.dispute) arguing.board.focus(arguing.dispute.choices.find((point) => point >= 0) ?? 0, true);
  },

  showLine(rules, unit, reason) {
    this.arguing = { line: [rules, unit] };
    showLine(this, rules, unit, reason);
    show();
  },

  /** Makes a problem of a unit: one side moves first. */
  problem(rules, unit, side) {
    notify("");
    const fail = (message) => { this.leaveArgument(); notify(message); };
    const view = new ProblemView(this, rules, unit, side, fail);
    this.arguing = view;
    const own = this.own && this.rules[rules] === this.own.ruleset.id ? { own: this.own.text } : {};
    const seconds = Math.min(Number($("patience").value), 30);
    view.open({ source: this.source, rules: [this.rules[rules]], unit, first: side, seconds, ...own });
    show();
  },

  leaveArgument() {
    if (this.arguing instanceof ProblemView) this.arguing.leave();
    this.arguing = null;
    this.view.render();
    document.body.classList.remove("arguing");
    $("panel").querySelector("[data-key^=argue]")?.focus({ preventScroll: true });
  },

  fail(error) {
    this.leaveArgument();
    notify(error.message);
  },
};

const verdicts = new Verdicts(app);
const games = new GameView(app);
const picker = new Picker(app, ({ source, position }) => setPosition(source, position, true));

/** Gives the board the room: on small screens the controls step back. */
function show() {
  document.body.classList.add("arguing");
  $("stage").scrollIntoView({ block: "start" });
}

function notify(message) {
  $("notice").textContent = message;
  $("notice").hidden = !message;
}

async function setPosition(source, position, go) {
  app.search?.leave();
  app.search = null;
  app.arguing = null;
  document.body.classList.remove("arguing");
  app.source = source;
  app.position = position;
  app.selected = null;
  app.komi = position.komi ?? 0;
  app.captured = [...(position.captured ?? [0, 0])];
  app.marked = new Set();
  app.marking = false;
  app.meaning = "hints";
  app.step = position.game?.steps.length ?? 0;
  app.packed = null;
  app.turned = go;
  if (app.game?.rules) offer(app.game.rules);
  fillPatience();
  nameOf();
  document.body.classList.toggle("with-game", Boolean(app.game));
  if (source.case === undefined) app.packed = await address.pack(source).catch(() => null);
  if (go) begin(Boolean(app.game && !app.game.rules));
}

/** Makes a ruleset the chosen one, also one that is no part of the list. */
function offer(name) {
  if (![...$("rules-a").options].some((option) => option.value === name)) {
    $("rules-a").append(h("option", { value: name }, app.title(name)));
  }
  $("rules-a").value = name;
}

/** Starts, or shows a game whose rules have to be chosen first. */
function begin(held) {
  if (!held) return start();
  readControls();
  app.view.render();
  remember();
  progress();
  return notify(t("server_says", { message: app.game.rules_unknown }));
}

function nameOf() {
  const { position, source } = app;
  $("chosen").textContent = source.case ? `${caseTitle(position)}` : position.title || t(position.game ? "pasted_game" : "pasted");
  document.title = `${$("chosen").textContent} · Shikatsu 死活`;
  $("labels").textContent = labelLine(position);
  $("labels").hidden = !labelLine(position);
}

// The controls

function fillControls() {
  const { rulesets } = app.listing;
  const options = () => {
    const groups = new Map();
    for (const item of rulesets) {
      const parent = item.document;
      if (!groups.has(parent)) groups.set(parent, []);
      groups.get(parent).push(h("option", { value: item.id }, rulesTitle(item)));
    }
    const order = [...groups.keys()].sort((a, b) => rank(a) - rank(b));
    return order.flatMap((name) => groups.get(name));
  };
  const [a, b] = app.rules.map((rules) => rules.split("[")[0]);
  const more = () => h("option", { value: OWN }, t("own_option"));
  $("rules-a").replaceChildren(...options(), more());
  $("rules-b").replaceChildren(h("option", { value: "" }, t("nothing")), ...options(), more());
  $("rules-a").value = a;
  $("rules-b").value = b ?? "";
  fillPatience();
}

/** The times to choose from: for each unit of a position, for the whole of a game. */
function fillPatience() {
  const { game, listing } = app;
  if (!listing) return;
  const kept = $("patience").dataset.game === String(Boolean(game)) ? $("patience").value : game ? "60" : "10";
  const most = game ? Math.floor(listing.board_seconds) : listing.unit_seconds;
  const steps = [...(game ? GAME_PATIENCE : PATIENCE).filter((n) => n < most), most];
  $("patience").replaceChildren(...steps.map((n) => h("option", { value: n }, t(game ? "seconds_game" : "seconds_each", { n }))));
  $("patience").value = steps.map(String).includes(kept) ? kept : String(steps.at(-1));
  $("patience").dataset.game = String(Boolean(game));
  $("judge").textContent = t(game ? "audit_do" : "judge");
}

const FIRST = ["proposal2012", "japanese1989", "japanese2003", "japanese1949", "korean"];
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** Puts the ruleset of one's own among the others, in place of an earlier one. */
function listOwn() {
  const { listing, own } = app;
  listing.rulesets = listing.rulesets.filter((item) => !item.own);
  if (own) listing.rulesets.unshift({ ...own.ruleset, walled: null, own: true });
  const chosen = [$("rules-a").value, $("rules-b").value];
  fillControls();
  [$("rules-a").value, $("rules-b").value] = chosen;
}

function readControls() {
  const chosen = [$("rules-a").value, $("rules-b").value].filter(Boolean);
  const walled = (id) => ($("walls").checked ? (app.listing.rulesets.find((item) => item.id === id)?.walled ?? id) : id);
  app.rules = app.game ? [chosen[0]] : [...new Set(chosen)].map(walled);
}

// The search

async function start() {
  readControls();
  notify("");
  app.arguing = null;
  document.body.classList.remove("arguing");
  app.search?.leave();
  const search = new Search(app.rules, Number($("patience").value));
  app.search = search;
  app.view.render();
  remember();
  progress();
  try {
    await search.run(() => begun(search.rules), () => {
      if (app.search !== search) return;
      if (!app.arguing) app.view.update();
      app.askWhy();
      progress();
    });
  } catch (error) {
    if (error.name === "AbortError" || app.search !== search) return;
    search.state = "failed";
    notify(error.message);
    progress();
    app.view.update();
  }
}

/** Asks the server for the judgement of a position, or the audit of a game. */
function begun(rules) {
  const seconds = Number($("patience").value);
  const { game, source, position } = app;
  const own = app.own && rules.includes(app.own.ruleset.id) ? { own: app.own.text } : {};
  const of = $("whose").value ? { of: $("whose").value } : {};
  if (!game) return api.judge({ source, rules, seconds, ...own, ...of });
  const body = { source, seconds, ...own };
  // Rules that the record names are left to it: it may ask for two readings of them.
  if (rules[0] !== game.rules) body.rules = rules[0];
  if (app.marked.size) body[app.meaning] = [...app.marked].map((unit) => position.units[unit].points[0]);
  return api.audit(body);
}

let announced = "";

// Between two news time goes on.
setInterval(() => app.search && !app.search.over && progress(), 1000);

function progress() {
  const { search } = app;
  const running = search && !search.over;
  $("progress").hidden = !search;
  $("cancel").hidden = !running;
  $("judge").hidden = Boolean(running);
  if (!search) return;
  $("progress").classList.toggle("over", !running);
  const all = search.asked;
  const seconds = Math.floor(search.seconds + (performance.now() - search.heard) / 1000);
  let text = t("starting");
  const bar = $("bar");
  if (search.over) {
    const ending = ["refused", "failed"].includes(search.state) ? (search.message ? "over_failed" : "over_silent") : `over_${search.state}`;
    text = t(ending, { message: search.message });
    if (["refused", "failed"].includes(search.state) && search.message) notify(t("server_says", { message: search.message }));
    bar.max = 1;
    bar.value = 1;
  } else if (search.state === "waiting") {
    text = search.before ? t("waiting", { n: search.before }) : t("waiting_first");
    bar.removeAttribute("value");
  } else if (search.judged && !app.game) {
    text = t("progress_reason", { done: search.explained, all: search.proofs, seconds });
    bar.max = search.proofs || 1;
    bar.value = search.explained;
  } else if (app.game && (search.audit || seconds > search.patience)) {
    text = t("progress_report", { seconds });
    bar.removeAttribute("value");
  } else if (search.now && all) {
    const name = search.position.units[search.now.unit].name;
    text = t(app.game ? "progress_game" : "progress_unit", { name, rules: app.title(app.rules[search.now.rules]), done: search.decided, all, seconds });
    bar.max = all;
    bar.value = search.decided;
  } else {
    bar.removeAttribute("value");
  }
  $("progress-text").textContent = text;
  const short = search.over ? text : search.judged ? "judged" : "";
  if (search.over && short !== announced) $("announcer").textContent = text;
  announced = short;
}

// The address remembers what is shown, so that it can be reloaded and passed on.

function remember() {
  const { source, position, selected, game, marked } = app;
  const names = [...marked].map((unit) => position.units[unit].name).join(" ");
  address.write({
    case: source.case,
    [game ? "game" : "position"]: app.packed,
    n: source.game,
    move: source.move,
    rules: game && app.rules[0] === game.rules ? null : app.rules.join(" "),
    own: app.own && app.rules.includes(app.own.ruleset.id) ? app.own.packed : null,
    of: game ? null : $("whose").value,
    unit: selected === null ? null : position.units[selected].name,
    step: game && app.step < game.steps.length ? String(app.step) : null,
    [app.meaning]: names,
  }, app.turned);
  app.turned = false;
}

/** Shows what the address says, as far as there is such a thing; what is wrong with it is told. */
async function recall() {
  const parts = address.read();
  const faults = [];
  if (parts.has("own")) {
    try {
      const { text } = await address.unpack(parts.get("own"), app.listing.request_bytes);
      app.own = { ruleset: await api.ruleset(text), text, packed: parts.get("own") };
      listOwn();
    } catch (error) {
      faults.push(t("bad_address", { why: error instanceof TypeError || !error.message ? "" : error.message }));
    }
  }
  $("whose").value = ["black", "white"].includes(parts.get("of")) ? parts.get("of") : "";
  const known = new Set(app.listing.rulesets.flatMap((item) => [item.id, item.walled]));
  const asked = (parts.get("rules") ?? "").split(" ").filter(Boolean);
  const rules = asked.filter((name) => known.has(name)).slice(0, 2);
  faults.push(...asked.filter((name) => !known.has(name)).map((name) => t("no_ruleset", { name: name.slice(0, 60) })));
  app.rules = rules.length ? rules : START.rules;
  $("walls").checked = app.rules.some((name) => name.includes("[walls="));
  let [source, position] = [null, null];
  const packed = parts.get("game") ?? parts.get("position");
  if (packed) {
    try {
      source = await address.unpack(packed, app.listing.request_bytes);
      for (const [key, name] of [["n", "game"], ["move", "move"]]) if (/^\d+$/.test(parts.get(key) ?? "")) source[name] = Number(parts.get(key));
      position = await (parts.has("game") ? api.game : api.read)(source);
    } catch (error) {
      faults.push(t("bad_address", { why: error instanceof TypeError || !error.message ? "" : error.message }));
      position = null;
    }
  }
  const { cases } = app.listing;
  if (!position) {
    const name = parts.get("case");
    const found = cases.find((item) => item.id === name);
    if (name && !found) faults.push(t("no_case", { name: name.slice(0, 60), shown: START.case }));
    position = found ?? cases.find((item) => item.id === START.case) ?? cases[0];
    source = { case: position.id };
  }
  fillControls();
  await setPosition(source, position, false);
  if (app.game && rules.length) $("rules-a").value = rules[0].split("[")[0];
  /** The units with stones of these names; names without one are told. */
  const unitsOf = (names) => (names ?? "").split(" ").filter(Boolean).flatMap((name) => {
    const unit = position.units.findIndex((item) => item.points.some((point) => vertex(point, position) === name.toUpperCase()));
    if (unit < 0) faults.push(t(position.units.length ? "no_unit" : "no_unit_at_all", { name: name.slice(0, 60), shown: position.units[0]?.name }));
    return unit < 0 ? [] : [unit];
  });
  app.selected = unitsOf(parts.get("unit"))[0] ?? null;
  app.meaning = parts.has("dead") ? "dead" : "hints";
  app.marked = new Set(unitsOf(parts.get(app.meaning)));
  const step = Number(parts.get("step") ?? NaN);
  if (app.game && Number.isInteger(step)) app.step = Math.max(0, Math.min(step, app.game.steps.length));
  begin(Boolean(app.game && !app.game.rules && !rules.length));
  if (faults.length) notify(faults.join(" "));
}

function speak(name, keep) {
  i18n.choose(name, keep);
  if (!app.listing) return;
  fillControls();
  nameOf();
  progress();
  if (app.arguing instanceof Arguing && !app.arguing.dispute) {
    app.arguing.renderWaiting();
  } else if (app.arguing instanceof Arguing) {
    app.arguing.message = app.arguing.said();
    app.arguing.render();
  } else if (app.arguing instanceof ProblemView) {
    app.arguing.render();
  } else if (app.arguing?.line) {
    const [rules, unit] = app.arguing.line;
    showLine(app, rules, unit, app.search.reasons[rules].get(unit));
  } else {
    app.view.render();
  }
}

i18n.choose(i18n.initial());
// Not by its address, which says what is shown.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("boards").focus();
});
for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => speak(button.dataset.language, true));
}
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  if (app.listing) start();
  else load();
});

async function load() {
  notify("");
  try {
    app.listing = await api.listing();
  } catch (error) {
    notify(error.message);
    return;
  }
  app.axes = app.listing.axes;
  $("choose").addEventListener("click", () => picker.open());
  for (const name of ["rules-a", "rules-b", "walls", "whose"]) {
    $(name).addEventListener("change", () => {
      if ($(name).value !== OWN) return start();
      const [a, b] = app.rules.map((rules) => rules.split("[")[0]);
      $(name).value = (name === "rules-a" ? a : b) ?? "";
      return picker.openTab("own");
    });
  }
  $("cancel").addEventListener("click", () => app.search?.cancel().catch((error) => notify(error.message)));
  addEventListener("pagehide", () => app.search?.leave());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && app.arguing && !$("picker").open) app.leaveArgument();
  });
  addEventListener("hashchange", () => recall());
  takeDrops();
  recall();
}

/** A file that is dropped anywhere is opened; the picker has a place of its own for it. */
function takeDrops() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented) return; // the picker has taken it
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) picker.take(file);
  });
}

load();
