// The language of the page. Texts are looked up by key; a missing one would show its key.

import en from "./en.js";
import ja from "./ja.js";

const TEXTS = { en, ja };

let language = "en";

export const current = () => language;

/** The text of a key: {n} is a value, {n:one|more} a word that depends on whether it is 1. */
export function t(key, values = {}) {
  const text = TEXTS[language][key] ?? en[key] ?? key;
  const worded = text.replace(/\{(\w+):(\w+)\|(\w+)\}/g, (_, name, one, more) => (values[name] === 1 ? one : more));
  return worded.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The language asked for in the address, chosen before, or preferred by the browser. */
export function initial() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked in TEXTS) return asked;
  try {
    const kept = localStorage.getItem("language");
    if (kept in TEXTS) return kept;
  } catch {
    // Storage may be switched off.
  }
  return navigator.languages?.some((name) => name.startsWith("ja")) ? "ja" : "en";
}

export function choose(name, keep = false) {
  language = name;
  document.documentElement.lang = name;
  if (keep) {
    try {
      localStorage.setItem("language", name);
    } catch {
      // Then it is asked again next time.
    }
  }
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === name));
  }
}
