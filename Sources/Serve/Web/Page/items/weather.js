/** The weather where items are to be done, as the service tells it. */

import { itemAddress } from "./addresses.js";
import * as api from "./api.js";

/** Answers by what they depend on, for as long as the service keeps them itself. */
const told = new Map();
const keptMilliseconds = 30 * 60_000;
/** Whether the service has somebody to ask. */
let isTold = true;

/** The weather for an item, or `undefined` where nobody tells it. */
export async function weatherOf(item) {
  if (!isTold) return undefined;
  const { id, dueOn, dueDate, location } = item;
  const key = JSON.stringify([id, dueOn, dueDate, location]);
  if (!told.has(key)) {
    told.set(key, api.read(`${itemAddress(id)}/weather`).catch(({ status, type }) => {
      // Without a type it is not only this day that nobody tells of.
      if (status === 404 && !type) isTold = false;
      if (status !== 404) told.delete(key);
    }));
    setTimeout(() => told.delete(key), keptMilliseconds);
  }
  return told.get(key);
}
