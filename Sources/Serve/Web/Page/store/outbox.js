/** The outbox: a log of operations. Each is shown at once, stored on the device, and sent once, in its turn. */

import { isAway } from "./connection.js";
import { explain } from "./errors.js";
import { addPending, allPending, amendPending, changeAllPending, dropPending, pendingChange } from "./local-data.js";
import { refresh } from "./open-list.js";

/**
 * The page sets these to show how many operations wait: those stored on the device, and those lost when it is closed; and
 * that another tab keeps the lock, which the argument takes over.
 */
export const outbox = { changed: (_waiting, _stored, _lost) => {}, held: (_takeOver) => {} };

/**
 * The kinds of operations, by their `act`. `show` shows one and returns a function that hides it again. `send` gets it in
 * its turn, with the ids that the server has given meanwhile; and a function that stores more fields before the request,
 * for one whose response is lost: after a day the server has forgotten its key. `done` gets the result, and `failed` the error; without it,
 * the caller of `perform` does.
 */
export const acts = {};

let last = Promise.resolve();
/** Operations that wait. The loss of a `minor` one costs a person no work. */
const waiting = { stored: 0, lost: 0, minor: 0 };
const allWaiting = () => waiting.stored + waiting.lost + waiting.minor;

/** Calls the page with what waits now. */
export const tellWaiting = () => outbox.changed(allWaiting(), waiting.stored, waiting.lost);

/** Whether operations of this tab are unanswered. */
export const isWaiting = () => allWaiting() > 0;

/** Whether closing the page would lose operations. */
export const wouldLoseChanges = () => waiting.lost > 0;

/** Runs work after all operations so far have been answered. */
export const inTurn = (work) => last.then(work);

/** The stored operations that this tab sends. */
const sending = new Set();

/** Shows an operation, stores and sends it, and returns what comes of it. One with a `number` is stored already. */
export async function perform(operation, { number, ...options } = {}) {
  const act = acts[operation.act];
  const hide = act.show?.(operation) ?? (() => {});
  try {
    const result = await sendInTurn(operation, number, act.send);
    return act.done ? await act.done(result, operation, { ...options, hide }) : result;
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) {
      if (act.failed) return await act.failed(error, operation, { ...options, hide });
      throw error;
    }
    hide();
    if (!operation.minor) refresh().catch(() => {});
    return undefined;
  } finally {
    hide();
  }
}

/** Sends an operation in its turn, with its latest stored version. */
async function sendInTurn(operation, given, send) {
  let kind = operation.minor ? "minor" : "stored";
  const count = (step) => {
    waiting[kind] += step;
    tellWaiting();
  };
  count(1);
  // An operation that cannot be stored is sent all the same.
  const storing = given === undefined ? addPending(operation).catch(() => {}) : Promise.resolve(given);
  let isSettled = false;
  storing.then((number) => {
    if (number !== undefined) return sending.add(number);
    if (isSettled || operation.minor) return undefined;
    count(-1);
    kind = "lost";
    return count(1);
  });
  if (given !== undefined) sending.add(given);
  const turn = inTurn(() => alone(async () => {
    const number = await storing;
    if (number === undefined) return send(operation, async () => {});
    try {
      // After an error of the database this tab still has the operation.
      const stored = await pendingChange(number).catch((error) => (console.error(error), operation));
      if (!stored) throw new DoneElsewhere();
      try {
        return await send(stored, (fields) => amendPending(number, fields).catch(console.error));
      } finally {
        await dropPending(number, stored).catch(console.error);
      }
    } finally {
      sending.delete(number);
    }
  }));
  const settled = () => {
    isSettled = true;
    count(-1);
  };
  last = turn.then(settled, settled);
  return turn;
}

/** Sends the stored operations that this tab does not send yet: of an earlier page, or of a tab that was closed. */
export async function resume() {
  for (const [number, operation] of await allPending()) {
    if (sending.has(number)) continue;
    const { seen, fields } = operation;
    perform(operation, { number }).catch((error) =>
      explain(error, seen?.text ?? fields?.text ?? fields?.quickAdd ?? fields?.name));
  }
}

/** Replaces a draft's id in stored operations after the server has created it; `settle` maps the seen item. */
export const settleDraft = (draftId, id, settle) => settleDrafts(new Map([[draftId, { id, settle }]]));

/** The same for several drafts, by their ids. */
export const settleDrafts = (made) => changeAllPending((operation) => {
  const { settle, id } = made.get(operation.id) ?? {};
  // Its other fields may name the draft as well: as their list, section, parent or neighbour.
  let isOther = false;
  const now = (value) => {
    if (Array.isArray(value)) return value.map(now);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, now(one)]));
    isOther ||= made.has(value);
    return made.get(value)?.id ?? value;
  };
  const settled = now({ ...operation, seen: undefined });
  const seen = settle && operation.seen ? settle(operation.seen) : now(operation.seen);
  return isOther || id ? { ...settled, seen } : undefined;
}).catch(console.error);

/** Another tab has sent the operation. */
class DoneElsewhere extends Error {}

/** How long another tab may send while the server answers, until the page says so. */
const heldMillisecondsMax = 8000;

/** Locks out other tabs. If another one keeps the lock, a person can take it over. */
async function alone(work) {
  const locks = navigator.locks ?? (await import("./rest.js")).leases;
  const waiting = new AbortController();
  const tell = () => {
    if (isAway()) held = setTimeout(tell, heldMillisecondsMax);
    else outbox.held(() => waiting.abort());
  };
  let held = setTimeout(tell, heldMillisecondsMax);
  const begun = () => {
    clearTimeout(held);
    return work();
  };
  try {
    return await locks.request("outbox", { signal: waiting.signal }, begun);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    // Another tab has taken over.
    if (!waiting.signal.aborted) throw new DoneElsewhere();
    return await locks.request("outbox", { steal: true }, begun);
  } finally {
    clearTimeout(held);
  }
}
