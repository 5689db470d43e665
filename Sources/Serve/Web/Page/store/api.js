/** The service as the page sees it: requests, pages, versions, and what to do while it cannot be reached. */

import { meAddress, preferencesAddress } from "./addresses.js";
import { setOwner, isOtherOwner, cacheAnswer, cachedAnswer } from "./local-data.js";
import { t } from "./language.js";
import { inTurn } from "./outbox.js";

/** The service said no. `errors` names the fields at fault by JSON Pointer; `type` is the kind, if it has one. */
export class Refusal extends Error {
  constructor(status, { detail, title, type, errors = [] }) {
    super(errors.map((error) => error.detail).join("; ") || (detail ?? title ?? `${status}`));
    Object.assign(this, { status, type, errors });
  }
}

/** Somebody else changed the same fields since they were seen; `theirs` is how the resource is now. */
export class Conflict extends Error {
  constructor(theirs, fields) {
    super(t("This was changed elsewhere. Check it, then try again."));
    Object.assign(this, { theirs, fields });
  }
}

/** No answer, or one that says to come back later: after so many seconds, where too many requests came. */
export class Unreachable extends Error {
  constructor(seconds) {
    super();
    this.seconds = seconds;
  }
}

/** What the page supplies: how to ask for a token, and whom to tell about it, rights and connection. */
export const host = {
  askForToken: async (_refused, _check) => "",
  tokenChanged: () => {},
  rightsChanged: () => {},
  connectionChanged: (_reachable, _seconds) => {},
};

const answerMillisecondsMax = 20_000;
const probeMillisecondsMax = 15_000;

// MARK: Tokens

/** A token is kept for all tabs, and until this device is forgotten. */
const savedToken = () => localStorage.getItem("token");
let token = savedToken();
let asking;

/** Whether a token is kept. */
export const hasToken = () => token !== null;

/** Shows a token from now on. Answers whether what was kept was somebody else's than the one whose it is. */
export async function saveToken(given) {
  const owner = await ownerOf(given);
  const isOther = owner !== undefined && (await setOwner(owner));
  token = given;
  localStorage.setItem("token", given);
  return isOther;
}

/** Whose a token is, however long it takes to find out; `undefined` if it lets nobody in. */
async function ownerOf(given) {
  for (;;) {
    const headers = { Authorization: `Bearer ${given}` };
    const answer = await fetch(meAddress, { headers }).catch(() => undefined);
    if (answer?.ok) return ownerKey(await answer.json());
    if (answer?.status === 401) return undefined;
    await untilReachable(answer?.status === 429 ? secondsTo(answer) : undefined);
  }
}

/** What tells apart whose answers are kept: a person, or who holds the link to a list. */
export const ownerKey = ({ person, checklistId }) => `${person?.id ?? ""}/${checklistId ?? ""}`;

/** Begins anew, for somebody else than whose all of this is; nothing that was begun goes on. */
function reloadPage() {
  location.reload();
  return new Promise(() => {});
}

/** What the token allows: whether anything may be changed. */
export const rights = { write: true };

/** Asks with one request whether a token is in force and what it allows: changes nothing of the preferences. */
export async function checkToken(given = token) {
  const headers = { Authorization: `Bearer ${given}`, "Content-Type": "application/merge-patch+json" };
  const answer = await fetch(preferencesAddress, { method: "PATCH", headers, body: "{}" }).catch(() => undefined);
  // Without an answer the requests that need the token find out.
  if (!answer) return;
  if (answer.status === 401) throw new Error(t("This token isn’t valid. Try another one."));
  if (answer.status === 429) throw new Error(t("Too many requests. Try again in {0} s.", secondsTo(answer)));
  // Who holds the link to a list has no preferences, whatever else is allowed.
  allowWriting(answer.status !== 403 || !answer.headers.has("WWW-Authenticate"));
}

/** Notes whether anything may be changed. */
export function allowWriting(write) {
  if (write === rights.write) return;
  rights.write = write;
  host.rightsChanged();
}

/** How many seconds an answer asks to wait. */
const secondsTo = (answer) => Math.max(Number(answer.headers.get("Retry-After")) || 1, 1);

/** Forgets the token; whoever opens the page next is asked for another. */
export const forgetToken = () => localStorage.removeItem("token");

/** Asks for a token once, however many requests need it, unless a newer one than theirs is there already. */
async function renewToken(refused) {
  if (token !== refused) return;
  const elsewhere = savedToken();
  if (elsewhere !== null && elsewhere !== refused) {
    // Another tab has signed in meanwhile.
    if (isOtherOwner()) await reloadPage();
    token = elsewhere;
    host.tokenChanged();
    return;
  }
  asking ??= host.askForToken(refused !== null, checkToken).then(async (given) => {
    if (await saveToken(given)) await reloadPage();
    host.tokenChanged();
  }).finally(() => {
    asking = undefined;
  });
  await asking;
}

// MARK: Connection

let returning;
/** Whether the service could not be reached when it was asked last. */
export const isAway = () => returning !== undefined;
let probeNow = () => {};

/**
 * Ends when the service answers again: asks ever less often, or at once when somebody says so.
 *
 * A service that said to wait so many `seconds` is asked then.
 */
export function untilReachable(seconds) {
  returning ??= (async () => {
    host.connectionChanged(false, seconds);
    const first = (seconds ?? 1) * 1000;
    for (let pause = first; ; pause = Math.min(pause * 2, probeMillisecondsMax)) {
      await new Promise((resolve) => {
        probeNow = resolve;
        setTimeout(resolve, pause);
      });
      try {
        const answer = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(5000) });
        if (answer.ok) break;
      } catch {
        // Still away: the next round asks again.
      }
    }
    returning = undefined;
    host.connectionChanged(true);
  })();
  return returning;
}

/** Tries at once whether the service is back. */
export const tryAgain = () => probeNow();
addEventListener("online", tryAgain);
addEventListener("offline", () => untilReachable());

// MARK: Requests

/** Each resource that was answered with an `ETag`, by address: what it was and its tag. */
const versions = new Map();

/** Forgets a version that is no longer the latest one. */
export const outdate = (address) => versions.delete(address);

/** Whether this is what was answered here of a resource; `null` is that it is gone. */
export function isAnswered(address, resource) {
  const known = versions.get(address);
  return known !== undefined && known.resource?.updatedAt === resource?.updatedAt;
}

/** One request, and its content: what `read` makes of the answer, for as long as that takes, or else JSON. */
async function exchange(method, address, options) {
  const { body, headers, signal, read } = options;
  const sent = { ...headers };
  if (body) sent["Content-Type"] = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  if (token !== null) sent.Authorization = `Bearer ${token}`;
  const used = token;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMillisecondsMax);
  const early = method === "GET" ? globalThis.early?.take(address, used) : undefined;
  let answer, content;
  try {
    answer = await (early ?? fetch(address, {
      method, headers: sent, body: body && JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    }));
    if (read && answer.ok) clearTimeout(timer);
    const type = answer.headers.get("Content-Type") ?? "";
    content = type.includes("json") ? await answer.json() : answer.ok && (await read?.(answer));
  } catch (error) {
    throw signal?.aborted ? error : new Unreachable();
  } finally {
    clearTimeout(timer);
  }
  if (answer.ok) return { answer, content };
  if (answer.status === 401) {
    await renewToken(used);
    return exchange(method, address, options);
  }
  // A 409 that comes with a time says that the first try of this very request still runs; 502 without a reason
  // comes from a proxy.
  const running = answer.status === 409 && answer.headers.has("Retry-After");
  const away = running || answer.status === 503 || (!content && [502, 504].includes(answer.status));
  if (away) throw new Unreachable();
  if (answer.status === 429) throw new Unreachable(secondsTo(answer));
  const refusal = new Refusal(answer.status, content ?? {});
  // These two are told by whoever asked.
  if ([404, 412].includes(answer.status)) throw refusal;
  const { explain } = await import("./refusals.js");
  refusal.message = explain(refusal, answer);
  throw refusal;
}

/** What is looked for changes with every letter, and is not kept. */
const isSearch = /[?&]q=[^&]/;
/** What is kept of some days is there for others, too: the same place asks for them. */
const timeless = (address) => address.replace(/([?&](?:from|to)=)[^&]*/g, "$1");

/**
 * Sends until there is an answer. Remembers the version that came with it.
 *
 * What is read comes from an answer before while the service cannot be reached, unless it has to be `fresh`.
 */
async function send(method, address, options = {}) {
  for (;;) {
    // For who is no longer here nothing is read or sent.
    if (isOtherOwner()) await reloadPage();
    try {
      const { answer, content } = await exchange(method, address, options);
      if (method === "GET" && content && !isSearch.test(address)) {
        cacheAnswer(timeless(address), { content, headers: cachedHeaders.map((name) => [name, answer.headers.get(name) ?? ""]) });
      }
      if (method === "DELETE") trashIds.set(address, answer.headers.get("Trash-Id"));
      const etag = answer.headers.get("ETag");
      if (etag && content) {
        versions.set(options.about ?? answer.headers.get("Location") ?? address, { etag, resource: content });
      }
      return { answer, content };
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const back = untilReachable(error.seconds);
      const kept = method === "GET" && !options.fresh && (await cachedAnswer(timeless(address)));
      options.signal?.throwIfAborted();
      if (kept) return { answer: { headers: new Headers(kept.headers) }, content: kept.content, isCached: true };
      await back;
      options.signal?.throwIfAborted();
    }
  }
}

const trashIds = new Map();

/** The trash entry of the last `DELETE` that this tab sent to an address, if an answer named one. */
export const trashIdOf = (address) => trashIds.get(address);

/** What is kept of the head of an answer: how much there is in all, and where it goes on. */
const cachedHeaders = ["X-Total-Count", "Link"];

/** Sends once, and lets `read` take the answer for as long as it goes on. */
export const listen = (address, read, signal) => exchange("GET", address, { read, signal });

/** Asks something that changes nothing, once. */
export const ask = async (address, body, options) =>
  (await exchange("POST", address, { ...options, body })).content;

/** A resource as it is now. */
export async function read(address, options) {
  return (await send("GET", address, options)).content;
}

/** For reads of what may be gone: answers nothing then. */
export function orGone(error) {
  if (error.status !== 404) throw error;
}

/** A page of a collection: its elements, how many there are in all, where the next one is, and if it is a kept one. */
export async function page(address, options) {
  const { answer, content, isCached } = await send("GET", address, options);
  const next = /<([^>]*)>; *rel="?next/.exec(answer.headers.get("Link") ?? "")?.[1];
  const total = Number(answer.headers.get("X-Total-Count") || content.length);
  return { elements: content, total, next, isCached };
}

// MARK: Changes

/** What stands for one thing that is done, however often it is sent. */
export const newKey = () => `"${crypto.getRandomValues(new Uint32Array(4)).join("-")}"`;

/** A name for what has no number yet, a random UUID: `crypto.randomUUID` is there over HTTPS alone. */
export function newUID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Creates or does something, once even if an answer is lost. `about` is the address of what it changes. */
export const post = (address, body = {}, about = undefined) => inTurn(() => postNow(address, body, about));

/** The same for who has a turn. */
export async function postNow(address, body, about, key = newKey()) {
  return (await send("POST", address, { body, headers: { "Idempotency-Key": key }, about })).content;
}

/**
 * Changes fields of a resource, provided that they still are as they were `seen`.
 *
 * A change of other fields by somebody else is no obstacle: the answer has both. Throws `Conflict` otherwise.
 */
export const patch = (address, seen, change) => inTurn(() => patchNow(address, seen, change));

/** The same for who has a turn. */
export function patchNow(address, seen, change) {
  // What comes again and was seen as done has moved on, or is the last.
  const follows = seen.recurrence && seen.checked ? ["dueDate", "dueOn"] : [];
  const fields = Object.keys(change).filter((field) => !follows.includes(field));
  return conditionally(address, seen, (now) => {
    // Done is done once: the answer to the first try was lost, or somebody else was quicker.
    if (change.checked && seen.recurrence && now.completionsCount > (seen.completionsCount ?? 0)) return now;
    const clash = fields.filter((field) =>
      !same(now[field], seen[field]) && !same(now[field], merged(seen[field], change[field])));
    if (clash.length > 0) throw new Conflict(now, clash);
    return undefined;
  }, async (headers) => (await send("PATCH", address, { body: change, headers })).content);
}

/** Deletes a resource, provided that these fields still are as they were `seen`. Gone already is as good. */
export const remove = (address, seen, fields) => inTurn(() => removeNow(address, seen, fields));

/** The same for who has a turn. */
export async function removeNow(address, seen, fields) {
  await conditionally(address, seen, (now) => {
    if (fields.some((field) => !same(now[field], seen[field]))) throw new Conflict(now, fields);
  }, (headers) => send("DELETE", address, { headers })).catch(orGone);
  versions.set(address, { resource: null });
}

/** Deletes what has no versions, for who has a turn. */
export const deleteNow = (address) => send("DELETE", address);

/**
 * Acts on the version that passes the check, and on no other: where it has changed again, checks again.
 *
 * What the check answers, if anything, is the outcome already.
 */
async function conditionally(address, seen, check, act) {
  let known = versions.get(address);
  if (known?.resource?.updatedAt !== seen.updatedAt) known = await currentVersion(address);
  for (;;) {
    const outcome = check(known.resource);
    if (outcome) return outcome;
    try {
      return await act({ "If-Match": known.etag });
    } catch (error) {
      if (error.status !== 412) throw error;
      known = await currentVersion(address);
    }
  }
}

async function currentVersion(address) {
  await read(address, { fresh: true });
  return versions.get(address);
}

/** All elements of a collection, page by page, once every change that was made here has been answered. */
export function readAll(address) {
  return inTurn(() => walk(address));
}

/** The same for who has a turn. */
export async function walk(address) {
  const all = [];
  for (let next = `${address}&limit=1000`; next;) {
    const { elements, next: following } = await page(next, { fresh: true });
    all.push(...elements);
    next = following;
  }
  return all;
}

/** Changes all that a collection holds, and answers how many. */
export function patchAll(address, change) {
  return inTurn(async () => (await send("PATCH", address, { body: change })).content.changed);
}

/** Deletes what a collection holds. */
export function removeAll(address) {
  return inTurn(async () => (await send("DELETE", address)).content);
}

/** Puts something in its place, whatever is there. */
export function put(address, body) {
  return inTurn(async () => (await send("PUT", address, { body })).content);
}

/** Changes some of the fields of what is put as a whole; the others stay as they are just then. */
export function amend(address, fields, change, options) {
  return inTurn(async () => {
    const now = await read(address, { fresh: true });
    const kept = Object.fromEntries(fields.map((field) => [field, now[field]]));
    return (await send("PUT", address, { body: { ...kept, ...change } })).content;
  }, options);
}

/** Changes what is kept for this person alone: the last word counts. */
export function set(address, change, options) {
  return inTurn(async () => (await send("PATCH", address, { body: change })).content, options);
}

/** A value after a merge patch of one level, as the service makes it. */
function merged(value, change) {
  return change && typeof change === "object" && !Array.isArray(change) ? { ...value, ...change } : change;
}

/** Whether two values are equal; what is missing in an object, or has no elements, is as good as `null`. */
export function same(one, other) {
  [one, other] = [one, other].map((value) => (Array.isArray(value) && value.length === 0 ? null : value ?? null));
  if (one && other && typeof one === "object" && typeof other === "object") {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .every((key) => same(one[key], other[key]));
  }
  return one === other || (isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other));
}

const isTime = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
