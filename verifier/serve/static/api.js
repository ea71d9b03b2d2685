// Requests to the server. Every failure is an Error whose message is for the reader.

import { t } from "./i18n.js";

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(t("unreachable"));
  }
  let data = null;
  try {
    data = await response.json();
  } catch {
    throw new Error(t("garbled", { status: response.status }));
  }
  if (!response.ok) throw new Error(t("server_says", { message: data.error ?? String(response.status) }));
  return data;
}

const post = (path, body, options = {}) =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...options,
  });

export const listing = () => ask("/api/listing");
export const read = (source) => post("/api/read", source);
export const game = (source) => post("/api/game", source);
export const ruleset = (text) => post("/api/ruleset", { text });
export const changes = (body) => post("/api/changes", body);
export const problem = (body) => post("/api/problem", body);
export const judge = (body) => post("/api/judge", body);
export const audit = (body) => post("/api/audit", body);
export const news = (job, after, state, signal) => ask(`/api/jobs/${job}?after=${after}&state=${state}`, { signal });
export const cancel = (job) => ask(`/api/jobs/${job}`, { method: "DELETE", keepalive: true });
export const argue = (job, rules, unit, body) => post(`/api/jobs/${job}/${rules}/${unit}`, body);
export const reason = (job, rules, unit) => ask(`/api/jobs/${job}/${rules}/${unit}`);
export const fileAddress = (job, name) => `/api/jobs/${job}/${name}`;
export const proofAddress = (job, rules, unit) => `/api/jobs/${job}/${rules}/${unit}.json`;
