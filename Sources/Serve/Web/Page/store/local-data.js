/** What this browser keeps for when the service cannot be reached: answers, and what was done meanwhile. */

import { deletedTextsKey } from "./deleted-texts.js";

const opening = new Promise((resolve, reject) => {
  const request = indexedDB.open("checklists", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("answers");
    request.result.createObjectStore("outbox", { autoIncrement: true });
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
// Whoever needs it finds out.
opening.catch(() => {});

// MARK: Whose it is

/** Whose all that is kept is: a person, or who holds the link to a list; `null` until the service has said that. */
let owner = localStorage.getItem("owner");
let ownerFound = () => {};
const whenOwnerKnown = owner === null ? new Promise((resolve) => { ownerFound = resolve; }) : Promise.resolve();

/** Whether somebody else has signed in, in another tab, since this page was opened. */
export const isOtherOwner = () => owner !== null && localStorage.getItem("owner") !== owner;

/** Keeps things for somebody from now on. Answers whether there was somebody else: what was theirs is forgotten. */
export async function setOwner(somebody) {
  if (owner === somebody) return false;
  const before = owner ?? localStorage.getItem("owner");
  if (before !== somebody) await clearLocalData();
  owner = somebody;
  localStorage.setItem("owner", owner);
  ownerFound();
  return before !== null && before !== somebody;
}

/** Forgets all that was seen and done here. */
export async function clearLocalData() {
  // From here on no tab keeps anything for who was here.
  for (const name of Object.keys(localStorage)) {
    if (["owner", "items"].includes(name) || name.startsWith(deletedTextsKey)) localStorage.removeItem(name);
  }
  for (const part of ["answers", "outbox"]) await inStore(part, (kept) => kept.clear());
}

/** Forgets the page itself, too. */
export async function uninstallPage() {
  for (const key of (await globalThis.caches?.keys()) ?? []) await caches.delete(key);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
}

// MARK: What is kept

/** Does something with what is kept for who is here. */
const use = async (part, act) => (owner === null || isOtherOwner() ? undefined : inStore(part, act));

/** Does something with what is kept; where the browser keeps nothing, all lasts as long as the page does. */
async function inStore(part, act) {
  try {
    const transaction = (await opening).transaction(part, "readwrite");
    const request = act(transaction.objectStore(part));
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return undefined;
  }
}

/** What was answered to one is not what another is answered. */
const keyOf = (address) => `${owner} ${address}`;

/** Keeps the latest answer that came from an address. */
export async function cacheAnswer(address, answer) {
  await whenOwnerKnown;
  await use("answers", (answers) => answers.put(answer, keyOf(address)));
}

export const cachedAnswer = (address) => use("answers", (answers) => answers.get(keyOf(address)));

/** Keeps what was done, behind all that was done before, and answers its number. */
export const addPending = (pending) => use("outbox", (outbox) => outbox.add({ ...pending, owner }));

export const pendingChange = (number) => use("outbox", (outbox) => outbox.get(number));

export const dropPending = (number) => use("outbox", (outbox) => outbox.delete(number));

/** All that was done by who is here and not answered, in order: pairs of number and pending. */
export async function allPending() {
  const all = [];
  await use("outbox", (outbox) => Object.assign(outbox.openCursor(), {
    onsuccess({ target: { result: cursor } }) {
      if (!cursor) return;
      if (cursor.value.owner === owner) all.push([cursor.key, cursor.value]);
      cursor.continue();
    },
  }));
  return all;
}

/** Lets what was done to a draft be done to the item that has become of it: `settle` tells what was seen of that. */
export const settleDraft = (draftId, id, settle) => use("outbox", (outbox) => Object.assign(outbox.openCursor(), {
  onsuccess({ target: { result: cursor } }) {
    if (!cursor) return;
    const { value: pending } = cursor;
    if (pending.id === draftId) cursor.update({ ...pending, id, ...(pending.seen && { seen: settle(pending.seen) }) });
    cursor.continue();
  },
}));
