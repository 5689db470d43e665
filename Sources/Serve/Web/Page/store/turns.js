/** The order in which changes are sent: one after the other, also if the page is closed in between. */

import { dropDeed, keepDeed, keptDeed } from "./kept.js";

/** What the page supplies: whom to tell how much waits, and how much of that outlives it. */
export const outbox = { changed: (_waiting, _kept) => {} };

let last = Promise.resolve();
/** How much waits: deeds outlive the page, other changes are lost with it, and the loss of wishes is no harm. */
const waiting = { deed: 0, change: 0, wish: 0 };
const allWaiting = () => waiting.deed + waiting.change + waiting.wish;

/** Whether answers to what was done here are still to come. */
export const isWaiting = () => allWaiting() > 0;

/** Whether some of it would be lost with the page. */
export const isFleeting = () => waiting.change > 0;

/** Does one change after the other, so that each builds on the last, and none overtakes another. */
export function inTurn(change, { kind = "change" } = {}) {
  const count = (step) => {
    waiting[kind] += step;
    outbox.changed(allWaiting(), waiting.deed);
  };
  count(1);
  const done = last.then(change);
  const settled = () => count(-1);
  last = done.then(settled, settled);
  return done;
}

/** A turn that comes once, whichever tab has it, and even if this page is closed before: `deed` says what is done. */
export class KeptTurn {
  #number;
  #deed;

  /** A `number` is that of a deed that is kept already. */
  constructor(deed, number) {
    this.#number = number ?? keepDeed(deed);
    this.#deed = deed;
  }

  /** Does it when its time has come, unless another tab has; `work` is given the deed as it is by then. */
  take(work) {
    return inTurn(() => alone(async () => {
      const number = await this.#number;
      const deed = number === undefined ? this.#deed : await keptDeed(number);
      if (!deed) throw new DoneElsewhere();
      try {
        return await work(deed);
      } finally {
        if (number !== undefined) await dropDeed(number);
      }
    }), { kind: "deed" });
  }
}

/** Another tab has done it. */
export class DoneElsewhere extends Error {}

/** No two tabs send what is kept at the same time; without locks the service finds out that it was twice the same. */
const alone = (work) => (navigator.locks ? navigator.locks.request("outbox", work) : work());
