/** The outbox: changes are sent one at a time, in order. Those of items survive closing the page. */

import { isAway } from "./connection.js";
import { addPending, dropPending, pendingChange } from "./local-data.js";

/**
 * The page sets these to show how many changes wait: those stored on the device, and those lost when it is closed; and that
 * another tab keeps the lock, which the argument takes over.
 */
export const outbox = { changed: (_waiting, _stored, _lost) => {}, held: (_takeOver) => {} };

/** Functions that send a stored change, by its `act`. */
export const acts = {};
/** Functions that apply pending changes to a collection, by their `act`. */
export const overlays = {};

let last = Promise.resolve();
/** Waiting changes by kind. Closing the page loses a `change`, keeps a `stored` one; losing a `minor` one does no harm. */
const waiting = { stored: 0, change: 0, minor: 0 };
const allWaiting = () => waiting.stored + waiting.change + waiting.minor;

/** Calls the page with what waits now. */
export const tellWaiting = () => outbox.changed(allWaiting(), waiting.stored, waiting.change);

/** Whether changes of this tab are unanswered. */
export const isWaiting = () => allWaiting() > 0;

/** Whether closing the page would lose changes. */
export const wouldLoseChanges = () => waiting.change > 0;

/** Runs a change after all earlier ones have been answered. `storing` resolves to `undefined` if it is not stored. */
export function inTurn(change, { kind = "change", storing } = {}) {
  const count = (step) => {
    waiting[kind] += step;
    tellWaiting();
  };
  count(1);
  const done = last.then(change);
  let isSettled = false;
  const settled = () => {
    isSettled = true;
    count(-1);
  };
  storing?.then((number) => {
    if (number !== undefined || isSettled) return;
    count(-1);
    kind = "change";
    count(1);
  });
  last = done.then(settled, settled);
  return done;
}

/** Numbers of the stored changes that this tab sends. */
export const sending = new Set();

/** Sends a stored change once, from one of the open tabs. */
export class OutboxTurn {
  #number;
  #pending;

  /** With a `number`, `pending` is in the outbox already. */
  constructor(pending, number) {
    this.#number = number === undefined ? addPending(pending) : Promise.resolve(number);
    this.#pending = pending;
    if (number !== undefined) sending.add(number);
    else this.#number.then((given) => given === undefined || sending.add(given));
  }

  /** Calls `work` with the latest stored version of the change. Throws `DoneElsewhere` if another tab has sent it. */
  take(work) {
    return inTurn(() => alone(async () => {
      const number = await this.#number;
      const pending = number === undefined ? this.#pending : await pendingChange(number);
      if (!pending) {
        sending.delete(number);
        throw new DoneElsewhere();
      }
      try {
        return await work(pending);
      } finally {
        if (number !== undefined) await dropPending(number);
        sending.delete(number);
      }
    }), { kind: "stored", storing: this.#number });
  }
}

/** Another tab has sent the change. */
export class DoneElsewhere extends Error {}

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
