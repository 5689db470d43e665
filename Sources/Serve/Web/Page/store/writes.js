/** Requests that change something: once each, and only what the person has seen. */

import * as api from "./api.js";
import { t } from "./language.js";

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

// MARK: In a turn of the outbox, until the server answers

/** Sends a `POST` that has an effect once, also if a response is lost. `about` is the address of the resource it changes. */
export async function postNow(address, body, about, key = newKey(), options = {}) {
  return (await api.send("POST", address, { body, headers: { "Idempotency-Key": key }, about, ...options })).content;
}

/**
 * Creates a record with a name of the client (`uid`) once, however late it is sent again. If the server has it, returns
 * what `find` makes of its ids.
 */
export async function create(address, body, key, find) {
  try {
    return await postNow(address, body, undefined, key);
  } catch (error) {
    const there = error.errors?.find(({ code }) => code === "taken")?.parameters;
    if (!there) throw error;
    return find(there);
  }
}

/**
 * Changes fields of a resource if they still are as `seen`; other fields may have changed. Throws `Conflict` otherwise.
 */
export function patchNow(address, seen, change, options) {
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
  }, async (headers, now) => {
    // Where a proxy strips the tag, the server compares the fields.
    const expect = headers["If-Match"] ? undefined : Object.fromEntries(fields.map((field) => [field, now[field] ?? null]));
    return (await api.send("PATCH", address, { body: { ...change, expect }, headers, ...options })).content;
  }, options);
}

/** Deletes a resource if these fields still are as `seen`. A resource that is gone counts as deleted. */
export async function removeNow(address, seen, fields, options) {
  await conditionally(address, seen, (now) => {
    if (fields.some((field) => !api.same(now[field], seen[field]))) throw new api.Conflict(now, fields);
  }, async (headers, now) => {
    if (headers["If-Match"] || !inBatches.test(address)) return api.send("DELETE", address, { headers, ...options });
    // Where a proxy strips the tag, the server compares the fields. A deletion has no body: a change of nothing expects them.
    const expect = Object.fromEntries(fields.map((field) => [field, now[field] ?? null]));
    const operations = [{ method: "PATCH", path: address, body: { expect } }, { method: "DELETE", path: address }];
    const { results } = await postNow("/v1/batch", { operations }, undefined, undefined, options);
    return api.noteTrash(address, results[1].trashId);
  }, options).catch(api.orGone);
  api.versions.set(address, { resource: null });
}

/** The resources that a batch changes. */
const inBatches = /^\/v1\/(items|checklists)\//;

/** Changes a resource without a precondition. */
export const patchAsIs = async (address, body, options) => (await api.send("PATCH", address, { body, ...options })).content;

/** For changes that expect a state: in another state they were made before, or another person has changed it. */
export function orChanged(error) {
  if (error.status !== 412) throw error;
}

/** Deletes a resource without versions. */
export const deleteNow = (address) => api.send("DELETE", address);

/**
 * Calls `act` with `If-Match` of a version that `check` accepts, and checks again after a 412. A result of `check` ends
 * it.
 */
async function conditionally(address, seen, check, act, options) {
  let known = api.versions.get(address);
  if (known === undefined || known.resource?.updatedAt !== seen.updatedAt) known = await currentVersion(address, options);
  for (let rounds = 1; ; rounds++) {
    const outcome = check(known.resource);
    if (outcome) return outcome;
    try {
      return await act(known.etag ? { "If-Match": known.etag } : {}, known.resource);
    } catch (error) {
      if (error.status !== 412) throw error;
      if (rounds === versionRoundsMax) {
        throw new Error(t("The server didn’t recognize the version. A proxy may change its answers."));
      }
      known = await currentVersion(address, options);
    }
  }
}

/** How often a change is sent with the current version before the tag itself is in doubt. */
const versionRoundsMax = 3;

async function currentVersion(address, options) {
  await api.read(address, { fresh: true, ...options });
  return api.versions.get(address);
}

/** Reads all pages of a collection. */
export async function walk(address, options) {
  const all = [];
  for (let next = `${address}&limit=1000`; next;) {
    const { elements, next: following } = await api.page(next, { fresh: true, ...options });
    all.push(...elements);
    next = following;
  }
  return all;
}

// MARK: While the person waits, or not at all

/** For what needs the server: the request is sent once, and its failure is the person's to see. */
export const once = { once: true };

/** The keys of requests without a final answer, so that another try has no second effect. */
const keys = new Map();

export async function post(address, body = {}) {
  const request = JSON.stringify([address, body]);
  if (!keys.has(request)) keys.set(request, newKey());
  try {
    const content = await postNow(address, body, undefined, keys.get(request), once);
    keys.delete(request);
    return content;
  } catch (error) {
    if (!(error instanceof api.Unreachable)) keys.delete(request);
    throw error;
  }
}

export const put = async (address, body) => (await api.send("PUT", address, { body, ...once })).content;

export const patch = (address, seen, change) => patchNow(address, seen, change, once);

export const removeSeen = (address, seen, fields) => removeNow(address, seen, fields, once);

export const removeAll = async (address) => (await api.send("DELETE", address, once)).content;

export const readAll = (address) => walk(address, once);

/** The result of a merge patch, one level deep. */
function merged(value, change) {
  return change && typeof change === "object" && !Array.isArray(change) ? { ...value, ...change } : change;
}
