/** The client of the API: requests, reads and pages. */

import { secondsTo, untilReachable } from "./connection.js";
import { t } from "./language.js";
import { cacheAnswer, cachedAnswer, isOtherOwner } from "./local-data.js";
import { currentToken, reloadPage, renewToken } from "./session.js";

/**
 * The server refused the request. `errors` name fields by JSON Pointer; `type` is the problem type, if it has one, and
 * `operation` the index of the one in a batch.
 */
export class Refusal extends Error {
  constructor(status, { detail, title, type, operation, errors = [] }) {
    super(errors.map((error) => error.detail).join("; ") || (detail ?? title ?? `${status}`));
    Object.assign(this, { status, type, operation, errors });
  }
}

/** The same fields were changed elsewhere; `theirs` is the current resource. */
export class Conflict extends Error {
  constructor(theirs, fields) {
    super(t("This was changed elsewhere. Check it, then try again."));
    Object.assign(this, { theirs, fields });
  }
}

/**
 * No final answer of the server: none at all, one of a proxy, or one that passes. After a 429 it has the seconds to wait.
 * `isSignedOut`: the session at a proxy is over. `isFull`: the server's disk is full. `isForeign`: a proxy has refused
 * this request, and may pass others on.
 */
export class Unreachable extends Error {
  constructor({ seconds, isSignedOut = false, isFull = false, isForeign = false } = {}) {
    super(seconds ? t("Too many requests. Try again in {0} s.", seconds)
      : t("The server can’t be reached. Check your connection and try again."));
    Object.assign(this, { seconds, isSignedOut, isFull, isForeign });
  }
}

/** Whether a proxy asks to sign in: by a redirect, or by a page. */
const asksToSignIn = ({ type, ok, status, headers }) => type === "opaqueredirect"
  || ((ok || [401, 403].includes(status)) && (headers.get("Content-Type") ?? "").includes("html"));

/**
 * Whether a response is the server's and not a proxy's: JSON with the server's `Cache-Control`, a problem, or what `read`
 * expects.
 */
export function isOurs({ ok, status, headers }, read) {
  const type = headers.get("Content-Type") ?? "";
  if (!ok) return type.startsWith("application/problem+json");
  const isKept = /private|no-store/.test(headers.get("Cache-Control"));
  return (isKept && (status === 204 || type.startsWith("application/json"))) || (read !== undefined && /^(text\/event-stream|image\/svg)/.test(type));
}

const answerMillisecondsMax = 20_000;

// MARK: Requests

/** The latest `ETag` and content of each resource, by address. */
export const versions = new Map();

/** Removes a version that is outdated. */
export const outdate = (address) => versions.delete(address);

/** Whether this tab has already seen this version from a response; `null` for a deleted resource. */
export function isAnswered(address, resource) {
  const known = versions.get(address);
  return known !== undefined && known.resource?.updatedAt === resource?.updatedAt;
}

/** Sends one request. Returns its JSON, or what `read` makes of the response, without a time limit. */
async function exchange(method, address, options) {
  const { body, headers, signal, read } = options;
  const sent = { ...headers };
  if (body) sent["Content-Type"] = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const token = currentToken();
  if (token !== null) sent.Authorization = `Bearer ${token}`;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMillisecondsMax);
  const early = method === "GET" ? globalThis.early?.take(address, token) : undefined;
  let answer, content;
  try {
    answer = await (early ?? fetch(address, {
      method, headers: sent, body: body && JSON.stringify(body), redirect: "manual",
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    }));
    // A token is not signed in at a proxy: its person is offline behind one that asks for this.
    if (asksToSignIn(answer)) throw new Unreachable({ isSignedOut: token === null });
    if (!isOurs(answer, read)) {
      throw new Unreachable(answer.status === 429 ? { seconds: secondsTo(answer) } : { isForeign: answer.status < 500 });
    }
    if (read && answer.ok) clearTimeout(timer);
    content = answer.ok && read ? await read(answer) : answer.status !== 204 && (await answer.json());
    if (!answer.ok && !`${content?.type}`.startsWith("tag:checklistd,")) throw new Unreachable({ isForeign: answer.status < 500 });
  } catch (error) {
    throw signal?.aborted || error instanceof Unreachable ? error : new Unreachable();
  } finally {
    clearTimeout(timer);
  }
  if (answer.ok) return { answer, content };
  if (answer.status === 401 && !options.isOpen) {
    await renewToken(token);
    return exchange(method, address, options);
  }
  // A 409 with `Retry-After`: the first attempt of this request is still running. After a 5xx a change can be sent again.
  const running = answer.status === 409 && answer.headers.has("Retry-After");
  const passes = [408, 429, 503].includes(answer.status) || (answer.status >= 500 && method !== "GET");
  const seconds = answer.status === 429 ? secondsTo(answer) : undefined;
  if (running || passes) throw new Unreachable({ seconds, isFull: answer.status === 507 });
  const refusal = new Refusal(answer.status, content);
  // Callers handle these.
  if ([404, 412].includes(answer.status) || refusal.errors.some(({ code }) => code === "taken")) throw refusal;
  const { explainRefusal } = await import("./rest.js");
  refusal.message = await explainRefusal(refusal, answer);
  throw refusal;
}

/** Search results are not cached. */
const isSearch = /[?&]q=[^&]/;
/** The cache key leaves out dates and orders: offline it serves other days, and the page sorts items itself. */
export const timeless = (address) => address.replace(/([?&](?:from|to|dueBefore|sort)=)[^&]*/g, "$1");

/**
 * Sends a request until there is a response, or `once`, and stores its version. While the server is unreachable, reads
 * return the cached response unless it must be `fresh`.
 */
export async function send(method, address, options = {}) {
  for (let tries = 0; ; tries++) {
    // Another owner has signed in.
    if (isOtherOwner()) await reloadPage();
    try {
      const { answer, content } = await exchange(method, address, options);
      if (method === "GET" && content && !isSearch.test(address)) {
        cacheAnswer(timeless(address), { content, headers: cachedHeaders.map((name) => [name, answer.headers.get(name) ?? ""]) });
      }
      if (method === "DELETE") noteTrash(options.about ?? address, answer.headers.get("Trash-Id"));
      const etag = answer.headers.get("ETag");
      if (content) {
        versions.set(options.about ?? answer.headers.get("Location") ?? address, { etag, resource: content });
      }
      return { answer, content };
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const back = untilReachable(error, tries);
      const kept = method === "GET" && !options.fresh && (await cachedAnswer(timeless(address)));
      options.signal?.throwIfAborted();
      if (kept) return fromCache(kept);
      if (options.once) throw error;
      await back;
      options.signal?.throwIfAborted();
    }
  }
}

// MARK: Cache first

/** How long a read waits for the server before the cached response is shown. */
const patienceMilliseconds = 60;
/** Whether the server let the last such read wait. The next ones show the cached response at once. */
let isSlow = false;
/** Reads whose cached response is shown and whose answer has not come. */
let late = 0;

function countLate(step) {
  late += step;
  document.body.classList.toggle("asking", late > 0);
}

/**
 * Reads an address and calls `take` with the response. If the server is slow, calls it with the cached response first,
 * and again with the server's. Returns after the first call. `settled` is called once the server answered a slow read, or
 * did not; `failed` gets its error.
 */
async function soon(address, take, { signal, settled = () => {}, failed = (_error) => {} } = {}) {
  const answering = send("GET", address, { signal });
  const pause = new Promise((resolve) => setTimeout(resolve, isSlow ? 0 : patienceMilliseconds));
  let found = await Promise.race([answering, pause]);
  const kept = found ? undefined : await cachedAnswer(timeless(address));
  signal?.throwIfAborted();
  if (!kept) {
    found ??= await answering;
    isSlow = false;
    return take(found);
  }
  isSlow = true;
  countLate(1);
  answering.then(async (answer) => {
    if (answer.isCached) return;
    isSlow = false;
    if (!signal?.aborted) await take(answer);
  }).catch((error) => signal?.aborted || failed(error)).finally(() => {
    countLate(-1);
    settled();
  });
  return take(fromCache(kept));
}

const fromCache = ({ headers, content }) => ({ answer: { headers: new Headers(headers) }, content, isCached: true });

/** Reads a resource, from the cache first if the server is slow. `take` gets it and whether it came from the cache. */
export const readSoon = (address, take, options) =>
  soon(address, ({ content, isCached = false }) => take(content, isCached), options);

/** Reads a page in the same way. */
export const pageSoon = (address, take, options) => soon(address, (found) => take(pageOf(found)), options);

const trashIds = new Map();

export const noteTrash = (address, id) => trashIds.set(address, id);

/** The trash entry that this tab's last `DELETE` of an address, or `about` it, made (`Trash-Id`). */
export const trashIdOf = (address) => trashIds.get(address);

/** Headers that are cached with a response. */
const cachedHeaders = ["X-Total-Count", "Link"];

/** Sends once and streams the response to `read`. */
export const listen = (address, read, signal) => exchange("GET", address, { read, signal });

/** Reads an address once, also if the server cannot be reached. */
export const readOnce = async (address, options) => (await exchange("GET", address, options ?? {})).content;

/** Sends a `POST` that changes nothing, once. */
export const preview = async (address, body, options) =>
  (await exchange("POST", address, { ...options, body })).content;

/** Reads a resource. */
export async function read(address, options) {
  return (await send("GET", address, options)).content;
}

/** For resources that may be gone: turns 404 into `undefined`. */
export function orGone(error) {
  if (error.status !== 404) throw error;
}

/** Reads a page: its elements, the total, the next page, and whether it came from the cache. */
export const page = async (address, options) => pageOf(await send("GET", address, options));

function pageOf({ answer, content, isCached }) {
  const next = /<([^>]*)>; *rel="?next/.exec(answer.headers.get("Link") ?? "")?.[1];
  const total = Number(answer.headers.get("X-Total-Count") || content.length);
  return { elements: content, total, next, isCached };
}

/** Whether two values are equal. Missing members and empty arrays equal `null`. */
export function same(one, other) {
  [one, other] = [one, other].map((value) => (Array.isArray(value) && value.length === 0 ? null : value ?? null));
  if (one && other && typeof one === "object" && typeof other === "object") {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .every((key) => same(one[key], other[key]));
  }
  return one === other || (isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other));
}

const isTime = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
