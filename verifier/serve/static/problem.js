// A unit as a problem: the search for its answer, and the tree to try it on.

import * as api from "./api.js";
import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { TreeView } from "./tree.js";
import { colour, moveName, statusChip, unitName } from "./words.js";

/** Asks for the answer and shows it; onfail(message) where there is none. */
export class ProblemView {
  constructor(app, rules, unit, side, onfail) {
    Object.assign(this, { app, rules, unit, side, onfail });
    this.found = null;
    this.tried = 0;
    this.over = false;
  }

  async open(body) {
    this.render();
    try {
      this.job = (await api.problem(body)).job;
      for (let [next, news] = [0, null]; !this.left && (!news || ["waiting", "running"].includes(news.state));) {
        news = await api.news(this.job, next);
        next = news.next;
        this.tried += news.events.filter((event) => event.event === "move").length;
        this.found = news.events.find((event) => event.event === "problem")?.problem ?? this.found;
        const fault = news.events.find((event) => event.message)?.message;
        if (fault) throw new Error(t("server_says", { message: fault }));
        if (!this.left) this.render();
      }
    } catch (error) {
      if (!this.left) this.onfail(error.message);
    }
  }

  leave() {
    this.left = true;
    if (this.job && !this.found) api.cancel(this.job).catch(() => {});
  }

  render() {
    const { app, found } = this;
    const what = app.position.units[this.unit];
    const title = h("h2", {}, h("span", { class: `stone-icon ${what.colour}`, "aria-hidden": "true" }), unitName(what));
    const back = h("button", { type: "button", class: "primary", "data-key": "leave", onclick: () => app.leaveArgument() }, t("leave"));
    $("boards").classList.remove("two");
    $("below").replaceChildren();
    $("stage").classList.add("arguing");
    if (!found) {
      $("boards").replaceChildren(h("figure", { class: "card argue" }, h("p", { class: "said", role: "status" }, t("problem_search", { n: this.tried }))));
      $("panel").replaceChildren(h("section", { class: "card argue" }, title, h("div", { class: "bar" }, back)));
      return;
    }
    const tree = new TreeView(app.position, found);
    const caption = h("figcaption", {}, h("span", { class: "rules-name" }, app.title(app.rules[this.rules])));
    $("boards").replaceChildren(h("figure", { class: "card argue" }, caption, tree.element));
    const group = (works, key) => {
      const moves = found.moves.filter((move) => move.works === works);
      return moves.length ? h("li", {}, h("b", {}, `${t(key)}: `), moves.map((move) => moveName(move, app.position)).join(", ")) : null;
    };
    $("panel").replaceChildren(
      h("section", { class: "card argue" }, title,
        h("p", {}, t("problem_first", { side: colour(found.side) }), " "),
        h("details", { class: "more" }, h("summary", {}, t("problem_answer")),
          h("p", {}, statusChip(found.status)),
          h("ul", { class: "areas" }, [group(true, "problem_works"), group(false, "problem_fails"), group(null, "problem_undecided")].filter(Boolean))),
        h("h3", {}, t(found.matters === null ? "problem_matters_unknown" : found.matters ? "problem_matters" : "problem_same")),
        h("ul", { class: "areas" }, found.others.map((other) => h("li", {}, `${app.title(other.rules)} `, statusChip(other.status)))),
        h("p", { class: "small" }, t("problem_note")),
        h("div", { class: "actions" }, back, h("a", { class: "button quiet", href: api.fileAddress(this.job, "problem.sgf"), download: "" }, t("problem_sgf")))));
  }
}
