// The page: what is to be judged, the search for it, and what is shown.

import * as api from "./api.js";
import { Arguing } from "./argue.js";
import { $, h } from "./dom.js";
import * as i18n from "./i18n.js";
import { showLine } from "./line.js";
import { Picker } from "./picker.js";
import { Search } from "./search.js";
import { Verdicts } from "./verdicts.js";
import { caseTitle, labelLine, rulesTitle } from "./words.js";

const { t } = i18n;
const START = { case: "ex01", rules: ["proposal2012", "japanese1989"] };
const PATIENCE = [2, 10, 30, 60, 300, 1800];

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
    verdicts.update();
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
      } catch {
        return; // it comes in its turn, or not at all
      }
      if (this.search === search && !this.arguing) verdicts.update();
    });
  },

  async argue(rules, unit) {
    notify("");
    this.arguing = new Arguing(this, rules, unit);
    await this.arguing.open();
    if (this.arguing?.dispute) {
      show();
      this.arguing.board.focus(this.arguing.dispute.choices.find((point) => point >= 0) ?? 0, true);
    }
  },

  showLine(rules, unit, reason) {
    this.arguing = { line: [rules, unit] };
    showLine(this, rules, unit, reason);
    show();
  },

  leaveArgument() {
    this.arguing = null;
    verdicts.render();
    document.body.classList.remove("arguing");
    $("panel").querySelector("[data-key^=argue]")?.focus({ preventScroll: true });
  },

  fail(error) {
    this.arguing = null;
    notify(error.message);
  },
};

const verdicts = new Verdicts(app);
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

function setPosition(source, position, go) {
  app.source = source;
  app.position = position;
  app.selected = null;
  app.komi = position.komi ?? 0;
  app.captured = [...(position.captured ?? [0, 0])];
  nameOf();
  if (go) start();
}

function nameOf() {
  const { position, source } = app;
  $("chosen").textContent = source.case ? `${caseTitle(position)}` : position.title || t("pasted");
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
  $("rules-a").replaceChildren(...options());
  $("rules-b").replaceChildren(h("option", { value: "" }, t("nothing")), ...options());
  $("rules-a").value = a;
  $("rules-b").value = b ?? "";
  const kept = $("patience").value || "10";
  const most = app.listing.unit_seconds;
  const steps = [...PATIENCE.filter((n) => n < most), most];
  $("patience").replaceChildren(...steps.map((n) => h("option", { value: n }, t("seconds_each", { n }))));
  $("patience").value = steps.map(String).includes(kept) ? kept : String(steps.at(-1));
}

const FIRST = ["proposal2012", "japanese1989", "japanese2003", "japanese1949", "korean"];
const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

function readControls() {
  const chosen = [$("rules-a").value, $("rules-b").value].filter(Boolean);
  const walled = (id) => ($("walls").checked ? (app.listing.rulesets.find((item) => item.id === id)?.walled ?? id) : id);
  app.rules = [...new Set(chosen)].map(walled);
}

// The search

async function start() {
  readControls();
  notify("");
  app.arguing = null;
  document.body.classList.remove("arguing");
  app.search?.leave();
  const search = new Search(app.rules);
  app.search = search;
  verdicts.render();
  remember();
  progress();
  try {
    await search.run(app.source, Number($("patience").value), () => {
      if (app.search !== search) return;
      if (!app.arguing) verdicts.update();
      app.askWhy();
      progress();
    });
  } catch (error) {
    if (error.name === "AbortError" || app.search !== search) return;
    search.state = "failed";
    notify(error.message);
    progress();
    verdicts.update();
  }
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
    text = t(search.state === "refused" ? "over_failed" : `over_${search.state}`, { message: search.message });
    if (search.state === "refused" || search.state === "failed") notify(search.message || $("notice").textContent);
    bar.max = 1;
    bar.value = 1;
  } else if (search.state === "waiting") {
    text = search.before ? t("waiting", { n: search.before }) : t("waiting_first");
    bar.removeAttribute("value");
  } else if (search.judged) {
    text = t("progress_reason", { done: search.explained, all: search.proofs, seconds });
    bar.max = search.proofs || 1;
    bar.value = search.explained;
  } else if (search.now && all) {
    const name = search.position.units[search.now.unit].name;
    text = t("progress_unit", { name, rules: app.title(app.rules[search.now.rules]), done: search.decided, all, seconds });
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
  const parts = new URLSearchParams();
  if (app.source.case) parts.set("case", app.source.case);
  parts.set("rules", app.rules.join(" "));
  if (app.selected !== null) parts.set("unit", app.position.units[app.selected].name);
  history.replaceState(null, "", `${location.pathname}${location.search}#${parts}`);
}

function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const known = new Set(app.listing.rulesets.flatMap((item) => [item.id, item.walled]));
  const rules = (parts.get("rules") ?? "").split(" ").filter((name) => known.has(name)).slice(0, 2);
  app.rules = rules.length ? rules : START.rules;
  $("walls").checked = app.rules.some((name) => name.includes("[walls="));
  const cases = app.listing.cases;
  const found = cases.find((item) => item.id === (parts.get("case") ?? START.case)) ?? cases[0];
  return { found, unit: parts.get("unit") };
}

function speak(name, keep) {
  i18n.choose(name, keep);
  if (!app.listing) return;
  fillControls();
  nameOf();
  progress();
  if (app.arguing instanceof Arguing && app.arguing.dispute) {
    app.arguing.message = app.arguing.said();
    app.arguing.render();
  } else if (app.arguing?.line) {
    const [rules, unit] = app.arguing.line;
    showLine(app, rules, unit, app.search.reasons[rules].get(unit));
  } else {
    verdicts.render();
  }
}

i18n.choose(i18n.initial());
for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => speak(button.dataset.language, true));
}
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  if (app.listing) start();
  else begin();
});

async function begin() {
  notify("");
  try {
    app.listing = await api.listing();
  } catch (error) {
    notify(error.message);
    return;
  }
  app.axes = app.listing.axes;
  const { found, unit } = recall();
  fillControls();
  setPosition({ case: found.id }, found, false);
  const chosen = found.units.findIndex((item) => item.name === unit);
  if (chosen >= 0) app.selected = chosen;
  $("choose").addEventListener("click", () => picker.open());
  for (const name of ["rules-a", "rules-b", "walls"]) $(name).addEventListener("change", () => start());
  $("cancel").addEventListener("click", () => app.search?.cancel().catch((error) => notify(error.message)));
  addEventListener("pagehide", () => app.search?.leave());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && app.arguing && !$("picker").open) app.leaveArgument();
  });
  start();
}

begin();
