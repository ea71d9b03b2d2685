// The dialog in which a position is chosen: an example, or a diagram or SGF of one's own.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { OwnRules } from "./own.js";
import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { caseTitle, labelLine } from "./words.js";

const SAMPLE = ". X . O O\nX X X O .\n. X . X O\nX X X X O\n. X . X O\n";

/** What the byte order mark of a file says; UTF-8 without one. */
function encodingOf([first, second]) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

export class Picker {
  /** onchoose({ source, position }) is called with what was chosen. */
  constructor(app, onchoose) {
    this.app = app;
    this.onchoose = onchoose;
    this.dialog = $("picker");
    this.text = "";
    this.data = null;
    this.fileName = ""; // of the file that was opened, if it was not pasted or typed
    this.tab = "examples";
    this.turn = 0;
    this.editor = new Editor((text) => this.drawn(text));
    this.drawnOn = false;
    this.dialog.addEventListener("close", () => this.own?.stop());
    window.addEventListener("pagehide", () => this.own?.stop());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  open() {
    this.render();
    this.dialog.showModal();
    this.dialog.querySelector("[aria-current=true]")?.scrollIntoView({ block: "center" });
  }

  /** Opens one of its parts. */
  openTab(name) {
    this.tab = name;
    this.open();
  }

  render() {
    const names = ["examples", "paste", "draw", "own"];
    const parts = { examples: () => this.examples(), paste: () => this.paste(), draw: () => this.draw(), own: () => this.rules() };
    const beside = (name, by) => names[(names.indexOf(name) + by + names.length) % names.length];
    const tab = (name, key) =>
      h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(this.tab === name), "aria-controls": "tab-panel", tabindex: this.tab === name ? "0" : "-1", onclick: () => this.show(name),
        onkeydown: (event) => { if (event.key === "ArrowLeft") this.show(beside(name, -1)); else if (event.key === "ArrowRight") this.show(beside(name, 1)); } }, t(key));
    this.dialog.replaceChildren(
      h("div", { class: "picker-head" },
        h("h2", { id: "picker-title" }, t("picker_title")),
        h("button", { type: "button", class: "quiet close", "aria-label": t("close"), onclick: () => this.dialog.close() }, "✕")),
      h("div", { class: "tabs", role: "tablist" }, names.map((name) => tab(name, `tab_${name}`))),
      h("div", { id: "tab-panel", class: "tab-panel", role: "tabpanel", "aria-labelledby": `tab-${this.tab}` }, parts[this.tab]()),
    );
  }

  show(name) {
    this.tab = name;
    this.render();
    const chosen = this.dialog.querySelector("[role=tab][aria-selected=true]");
    chosen.focus();
    chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The board to draw on; at first with the position that is shown. */
  draw() {
    if (!this.drawnOn && this.app.position) this.editor.load(this.app.position);
    this.drawnOn = true;
    return this.editor.render();
  }

  async drawn(text) {
    try {
      const source = { text };
      this.choose({ source, position: await api.read(source) });
    } catch (error) {
      this.editor.complain(error.message);
    }
  }

  rules() {
    this.own ??= new OwnRules(this.app, (ruleset, text) => { this.dialog.close(); this.app.takeRules(ruleset, text); },
      (name, rules) => { this.dialog.close(); this.app.example(name, rules, this.own); });
    return this.own.render();
  }

  examples() {
    const group = (key, cases) => [h("h3", {}, t(key)), h("ul", { class: "gallery" }, cases.map((item) => this.tile(item)))];
    const { cases } = this.app.listing;
    return [...group("group_canonical", cases.filter((item) => item.canonical)), ...group("group_figures", cases.filter((item) => !item.canonical))].flat();
  }

  tile(item) {
    const board = new Board(item, { plain: true });
    board.draw({ stones: item.stones });
    const chosen = this.app.source.case === item.id;
    return h("li", {}, h("button", { type: "button", class: "tile", "data-case": item.id, "aria-current": String(chosen), onclick: () => this.choose({ source: { case: item.id }, position: item }) },
      h("span", { class: "tile-board" }, board.element), h("span", { class: "tile-name" }, caseTitle(item)), h("small", {}, item.id)));
  }

  paste() {
    this.area = h("textarea", { id: "paste", rows: "10", spellcheck: "false", autocomplete: "off", placeholder: SAMPLE, "aria-describedby": "paste-help", oninput: () => { this.text = this.area.value; this.data = null; this.fileName = ""; this.file.value = ""; this.preview(); } });
    this.area.value = this.text;
    this.file = h("input", { type: "file", id: "paste-file", accept: ".sgf,.txt,text/plain,application/x-go-sgf", onchange: () => this.load(this.file.files[0]) });
    this.move = h("input", { type: "number", id: "paste-move", min: "0", max: "9999", oninput: () => this.preview() });
    this.game = h("input", { type: "number", id: "paste-game", min: "1", max: "9999", value: "1", oninput: () => this.preview() });
    this.found = h("div", { class: "preview" });
    this.fault = h("p", { class: "notice", role: "alert", hidden: true });
    this.use = h("button", { type: "submit", class: "primary", disabled: true }, t("paste_use"));
    this.audit = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.asGame() }, t("paste_audit"));
    const drop = (event) => { event.preventDefault(); if (event.dataTransfer.files[0]) this.load(event.dataTransfer.files[0]); };
    const form = h("form", { class: "paste", onsubmit: (event) => { event.preventDefault(); this.submit(); }, ondragover: (event) => event.preventDefault(), ondrop: drop },
      h("div", { class: "paste-in" },
        h("label", { for: "paste" }, t("paste_label")), this.area,
        h("p", { class: "small", id: "paste-help" }, t("paste_help")),
        h("div", { class: "paste-more" },
          h("label", { class: "button file" }, t("paste_file"), this.file), h("label", { for: "paste-move" }, t("paste_move"), this.move), h("label", { for: "paste-game" }, t("paste_game"), this.game))),
      h("div", { class: "paste-out" }, h("h3", {}, t("paste_preview")), this.found, this.fault, h("div", { class: "actions" }, this.audit, this.use)));
    if (this.text || this.fileName) this.preview();
    return form;
  }

  source() {
    const found = this.data !== null ? { data: this.data } : { text: this.text };
    if (this.move.value !== "") found.move = Number(this.move.value);
    if (this.game.value !== "" && this.game.value !== "1") found.game = Number(this.game.value);
    return found;
  }

  async load(file) {
    const most = this.app.listing.request_bytes;
    if (file.size > most * 0.7) {
      this.forget();
      this.complain(t("too_large", { name: file.name, n: Math.floor((most * 0.7) / 1024) }));
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.data = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
    this.text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    this.area.value = this.text;
    this.fileName = file.name;
    await this.preview();
  }

  /** Drops what was there, and any preview of it that is still to come. */
  forget() {
    this.turn += 1;
    [this.data, this.text, this.fileName, this.ready] = [null, "", "", null];
    this.area.value = "";
    this.file.value = "";
    this.found.replaceChildren();
    this.audit.hidden = true;
  }

  /** Opens a file that was dropped: a game at once, anything else with a look at it first. */
  async take(file) {
    this.tab = "paste";
    if (this.dialog.open) this.render();
    else this.open();
    await this.load(file);
    if (this.ready?.position.sgf && (await this.asGame())) return;
  }

  /** Takes the file as a game; whether that was possible. */
  async asGame() {
    try {
      const source = this.source();
      delete source.move;
      this.choose({ source, position: await api.game(source) });
      return true;
    } catch (error) {
      this.complain(error.message);
      this.use.disabled = !this.ready; // its position may be judged all the same
      return false;
    }
  }

  complain(message) {
    this.fault.textContent = message;
    this.fault.hidden = !message;
    this.use.disabled = Boolean(message);
  }

  /** Shows the position as soon as typing rests. */
  async preview() {
    const turn = ++this.turn;
    this.ready = null;
    this.use.disabled = true;
    this.audit.hidden = true;
    await new Promise((resolve) => setTimeout(resolve, 350));
    if (turn !== this.turn) return;
    if (!this.text.trim()) {
      this.found.replaceChildren();
      this.complain(this.fileName ? t("file_empty", { name: this.fileName }) : "");
      this.use.disabled = true;
      return;
    }
    try {
      const source = this.source();
      const position = await api.read(source);
      if (turn !== this.turn) return;
      const board = new Board(position, { plain: true });
      board.draw({ stones: position.stones, labels: position.labels });
      const labels = labelLine(position);
      this.found.replaceChildren(board.element, h("p", { class: "small", hidden: !labels }, labels));
      this.ready = { source, position };
      this.audit.hidden = !position.sgf;
      this.use.classList.toggle("primary", !position.sgf);
      this.use.disabled = false;
      this.complain("");
    } catch (error) {
      if (turn !== this.turn) return;
      this.found.replaceChildren();
      this.complain(error.message);
    }
  }

  submit() {
    if (this.ready) this.choose(this.ready);
    else this.complain(t("paste_empty"));
  }

  choose(found) {
    this.dialog.close();
    this.onchoose(found);
  }
}
