/** Requests that change something: once each, and only what the person has seen. */

import * as api from "./api.js";
import { t } from "./language.js";
import { cacheAnswer } from "./local-data.js";
import { inTurn } from "./outbox.js";

/** An `Idempotency-Key`. */
export const newKey = () => `"${crypto.getRandomValues(new Uint32Array(4)).join("-")}"`;

/** A random UUID. `crypto.randomUUID` needs HTTPS. */
export function newUID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Sends a `POST` that has an effect once, even if a response is lost. `about` is the address of the resource it
 * changes.
 */
export const post = (address, body = {}, about = undefined) => inTurn(() => postNow(address, body, about));

/** The same within a turn. `isOpen`: the request needs no token, so a 401 is an error and no reason to sign in. */
export async function postNow(address, body, about, key = newKey(), options = {}) {
  return (await api.send("POST", address, { body, headers: { "Idempotency-Key": key }, about, ...options })).content;
}

/**
 * Changes fields of a resource if they still are as `seen`; other fields may have changed. Throws `Conflict` otherwise.
 */
export const patch = (address, seen, change) => inTurn(() => patchNow(address, seen, change));

/** The same within a turn. */
export function patchNow(address, seen, change) {
  // A repeating item that was checked has moved to its next date.
  const follows = seen.recurrence && seen.checked ? ["dueDate", "dueOn"] : [];
  const fields = Object.keys(change).filter((field) => !follows.includes(field));
  return conditionally(address, seen, (now) => {
    // Completed already: by a first attempt whose response was lost, or by another person.
    if (change.checked && seen.recurrence && now.completionsCount > (seen.completionsCount ?? 0)) return now;
    const clash = fields.filter((field) =>
      !api.same(now[field], seen[field]) && !api.same(now[field], merged(seen[field], change[field])));
    if (clash.length > 0) throw new api.Conflict(now, clash);
    return undefined;
  }, async (headers) => (await api.send("PATCH", address, { body: change, headers })).content);
}

/** Deletes a resource if these fields still are as `seen`. A resource that is gone counts as deleted. */
export const removeSeen = (address, seen, fields) => inTurn(() => removeNow(address, seen, fields));

/** The same within a turn. */
export async function removeNow(address, seen, fields) {
  await conditionally(address, seen, (now) => {
    if (fields.some((field) => !api.same(now[field], seen[field]))) throw new api.Conflict(now, fields);
  }, (headers) => api.send("DELETE", address, { headers })).catch(api.orGone);
  api.versions.set(address, { resource: null });
}

/** Changes a resource without a precondition, within a turn. */
export const patchAsIs = async (address, change) => (await api.send("PATCH", address, { body: change })).content;

/** Deletes a resource without versions, within a turn. */
export const deleteNow = (address) => api.send("DELETE", address);

/**
 * Calls `act` with `If-Match` of a version that `check` accepts, and checks again after a 412. A result of `check` ends
 * it.
 */
async function conditionally(address, seen, check, act) {
  let known = api.versions.get(address);
  if (known?.resource?.updatedAt !== seen.updatedAt) known = await currentVersion(address);
  for (let rounds = 1; ; rounds++) {
    const outcome = check(known.resource);
    if (outcome) return outcome;
    try {
      // Where a proxy strips the tag, the check before the request is all there is.
      return await act(known.etag ? { "If-Match": known.etag } : {});
    } catch (error) {
      if (error.status !== 412) throw error;
      if (rounds === versionRoundsMax) {
        throw new Error(t("The server didn’t recognize the version. A proxy may change its answers."));
      }
      known = await currentVersion(address);
    }
  }
}

/** How often a change is sent with the current version before the tag itself is in doubt. */
const versionRoundsMax = 3;

async function currentVersion(address) {
  await api.read(address, { fresh: true });
  return api.versions.get(address);
}

/** Reads all pages of a collection, after pending changes. */
export function readAll(address) {
  return inTurn(() => walk(address));
}

/** The same within a turn. */
export async function walk(address) {
  const all = [];
  for (let next = `${address}&limit=1000`; next;) {
    const { elements, next: following } = await api.page(next, { fresh: true });
    all.push(...elements);
    next = following;
  }
  return all;
}

/** Changes all items of a collection, and returns how many. */
export function patchAll(address, change) {
  return inTurn(async () => (await api.send("PATCH", address, { body: change })).content.changed);
}

/** Deletes all items of a collection. */
export function removeAll(address) {
  return inTurn(async () => (await api.send("DELETE", address)).content);
}

/** Replaces a resource. */
export function put(address, body) {
  return inTurn(async () => (await api.send("PUT", address, { body })).content);
}

/** Replaces a resource with some fields changed. */
export function amend(address, fields, change, options) {
  return inTurn(async () => {
    const now = await api.read(address, { fresh: true });
    const kept = Object.fromEntries(fields.map((field) => [field, now[field]]));
    return (await api.send("PUT", address, { body: { ...kept, ...change } })).content;
  }, options);
}

/** Changes a resource without a precondition: the last write wins. Caches the answer for the next start. */
export function set(address, change, options) {
  return inTurn(async () => {
    const content = await patchAsIs(address, change);
    cacheAnswer(address, { content, headers: [] });
    return content;
  }, options);
}

/** The result of a merge patch, one level deep. */
function merged(value, change) {
  return change && typeof change === "object" && !Array.isArray(change) ? { ...value, ...change } : change;
}
