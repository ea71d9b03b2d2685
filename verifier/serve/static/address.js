// What the address of the page remembers, so that a reload or a link shows the same.

const LONGEST = 60_000; // characters of a packed text; some programs cut longer links

const toBase64 = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const fromBase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value);
    size += value.length;
    if (size > most) throw new Error("too long"); // a short address may stand for a very long text
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Packs a text or a file (base64) for the address; null if it is too long for one. */
export async function pack(source) {
  const whole = source.data === undefined;
  const bytes = whole ? new TextEncoder().encode(source.text) : Uint8Array.from(atob(source.data), (sign) => sign.charCodeAt(0));
  let sign = whole ? "T" : "D";
  let packed = bytes;
  if (typeof CompressionStream !== "undefined") {
    packed = await through(bytes, new CompressionStream("deflate-raw"));
    sign = sign.toLowerCase();
  }
  const text = sign + toBase64(packed);
  return text.length > LONGEST ? null : text;
}

/** The source that was packed. Throws an error if the address is damaged. */
export async function unpack(text, most) {
  const sign = text[0];
  if (!["t", "d", "T", "D"].includes(sign)) throw new Error("not packed");
  let bytes = fromBase64(text.slice(1));
  if (sign === sign.toLowerCase()) bytes = await through(bytes, new DecompressionStream("deflate-raw"), most);
  if (sign.toUpperCase() === "T") return { text: new TextDecoder().decode(bytes) };
  let data = "";
  for (const byte of bytes) data += String.fromCharCode(byte);
  return { data: btoa(data) };
}

/** Puts parts into the address in place of those that are there, or beside them for a way back. */
export function write(parts, beside) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, value);
  }
  try {
    const where = `${location.pathname}${location.search}#${query}`;
    if (beside) history.pushState(null, "", where);
    else history.replaceState(null, "", where);
  } catch {
    // Browsers refuse too many changes in a short time; the next one brings it up to date.
  }
}

export const read = () => new URLSearchParams(location.hash.slice(1));
