// The best line of both sides, shown on a board to step through.

import { Board, vertex } from "./board.js";
import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { Stepper, numbersOf } from "./stepper.js";
import { colour, moveName, takes, unitName } from "./words.js";

export function showLine(app, rules, unit, reason) {
  const { moves, boards } = reason.line;
  const what = app.position.units[unit];
  const board = new Board(app.position, {
    label: t("line"),
    describe: (point) => {
      const sign = boards[stepper.at][point];
      const stone = sign === "." ? t("empty") : t(sign === "X" ? "stone_black" : "stone_white");
      return `${vertex(point, app.position)}, ${stone}`;
    },
  });
  const list = h("ol", { class: "moves" });
  const stepper = new Stepper(moves.length, draw);
  function draw() {
    const stones = boards[stepper.at];
    board.draw({ stones, units: [{ points: what.points, status: "subject" }], numbers: numbersOf(moves, stones, stepper.at) });
    [...list.children].forEach((item, index) => item.firstChild.setAttribute("aria-current", index + 1 === stepper.at ? "step" : "false"));
  }
  moves.forEach((move, index) => {
    list.append(
      h("li", { class: reason.line.end === "cycle" && index >= reason.line.repeats ? "in-cycle" : "" },
        h("button", { type: "button", class: "move", onclick: () => stepper.go(index + 1) },
          h("span", { class: `stone-icon ${move.colour}`, "aria-hidden": "true" }),
          h("span", { class: "unseen" }, colour(move.colour)), ` ${moveName(move, app.position)}${takes(move)}`)),
    );
  });
  const caption = h("figcaption", {}, h("span", { class: "rules-name" }, app.title(app.rules[rules])));
  $("boards").replaceChildren(h("figure", { class: "card" }, caption, board.element, stepper.element));
  $("boards").classList.remove("two");
  $("below").replaceChildren();
  $("stage").classList.add("arguing");
  const back = h("button", { type: "button", class: "primary", onclick: () => app.leaveArgument() }, t("leave"));
  const argue = h("button", { type: "button", class: "quiet", onclick: () => app.argue(rules, unit) }, t("argue"));
  $("panel").replaceChildren(
    h("section", { class: "card argue" },
      h("h2", {}, h("span", { class: `stone-icon ${what.colour}`, "aria-hidden": "true" }), `${unitName(what)}: ${t("line")}`),
      reason[document.documentElement.lang].slice(1).map((text) => h("p", {}, text)),
      h("div", { class: "bar" }, back, argue),
      h("h3", {}, t("moves")),
      list),
  );
  stepper.go(moves.length);
  back.focus({ preventScroll: true });
}
