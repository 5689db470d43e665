/** Local data in IndexedDB for offline use: cached responses and the outbox. */

import { deletedTextsKey } from "./deleted-texts.js";

/** The prefix of the keys in `localStorage` of what was typed for a list and not added. */
export const draftKey = "draft/";

const opening = new Promise((resolve, reject) => {
  const request = indexedDB.open("checklists", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("answers");
    request.result.createObjectStore("outbox", { autoIncrement: true });
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
// Each use handles the error.
opening.catch(() => {});

// MARK: Owner

/** Identifies an owner of local data: a person, or a guest of a list. */
export const ownerKey = ({ person, checklistId }) => `${person?.id ?? ""}/${checklistId ?? ""}`;

/** The owner of the local data: a person or a guest; `null` until the server has responded. */
let owner = localStorage.getItem("owner");
let ownerFound = () => {};
const whenOwnerKnown = owner === null ? new Promise((resolve) => { ownerFound = resolve; }) : Promise.resolve();

/** Whether another tab has signed in as another owner. */
export const isOtherOwner = () => owner !== null && localStorage.getItem("owner") !== owner;

/** Sets the owner. Returns whether there was another one, whose data is deleted. */
export async function setOwner(newOwner) {
  if (owner === newOwner) return false;
  const before = owner ?? localStorage.getItem("owner");
  if (before !== newOwner) await clearLocalData();
  owner = newOwner;
  localStorage.setItem("owner", owner);
  ownerFound();
  return before !== null && before !== newOwner;
}

/** Deletes all local data. */
export async function clearLocalData() {
  // Without an owner no tab stores data any more.
  for (const name of Object.keys(localStorage)) {
    const isOwn = ["owner", "items", "folded", "views"].includes(name);
    if (isOwn || [deletedTextsKey, draftKey].some((key) => name.startsWith(key))) localStorage.removeItem(name);
  }
  for (const part of ["answers", "outbox"]) await inStore(part, (kept) => kept.clear()).catch(() => {});
}

// MARK: Data

/** Stores a value in `localStorage`, or removes an empty one. */
export function keepValue(name, value) {
  if (value) localStorage.setItem(name, value);
  else localStorage.removeItem(name);
}

/** Runs a transaction on the owner's data. */
const use = async (part, act) => (owner === null || isOtherOwner() ? undefined : inStore(part, act));

/** Runs a transaction. */
async function inStore(part, act) {
  const transaction = (await opening).transaction(part, "readwrite");
  const request = act(transaction.objectStore(part));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Runs a transaction on cached responses, without which the page goes on. */
export const useAnswers = (act) => use("answers", act).catch(() => {});

/** Responses depend on the owner. */
const keyOf = (address) => `${owner} ${address}`;

/** Caches the latest response of an address. */
export async function cacheAnswer(address, answer) {
  await whenOwnerKnown;
  await useAnswers((answers) => answers.put(answer, keyOf(address)));
}

export const cachedAnswer = (address) => useAnswers((answers) => answers.get(keyOf(address)));

/** Adds an operation to the outbox and returns its number. A minor one joins the one before of the same resource. */
export function addPending(operation) {
  if (!operation.minor) return use("outbox", (outbox) => outbox.add({ ...operation, owner }));
  const name = `${operation.act}/${operation.id ?? ""}`;
  return use("outbox", (outbox) => Object.assign(outbox.get(name), {
    onsuccess({ target: { result } }) {
      outbox.put({ ...operation, fields: { ...result?.fields, ...operation.fields }, owner }, name);
    },
  })).then(() => (owner === null ? undefined : name));
}

export const pendingChange = (number) => use("outbox", (outbox) => outbox.get(number));

/** Removes an operation that was sent, unless another one has joined it. */
export const dropPending = (number, { key }) => use("outbox", (outbox) => Object.assign(outbox.get(number), {
  onsuccess: ({ target: { result } }) => result?.key === key && outbox.delete(number),
}));

/** Calls `act` with a cursor at each of the owner's operations, in order. */
const eachPending = (act) => use("outbox", (outbox) => Object.assign(outbox.openCursor(), {
  onsuccess({ target: { result: cursor } }) {
    if (!cursor) return;
    if (cursor.value.owner === owner) act(cursor);
    cursor.continue();
  },
}));

/** The owner's operations, as pairs of number and operation. */
export async function allPending() {
  const all = [];
  await eachPending(({ key, value }) => all.push([key, value]));
  return all;
}

/** Adds fields to an operation. */
export const amendPending = (number, fields) => use("outbox", (outbox) => Object.assign(outbox.get(number), {
  onsuccess: ({ target: { result } }) => result && outbox.put({ ...result, ...fields }, number),
}));

/** Replaces the owner's operations for which `change` returns another one. */
export const changeAllPending = (change) => eachPending((cursor) => {
  const now = change(cursor.value);
  if (now) cursor.update(now);
});
