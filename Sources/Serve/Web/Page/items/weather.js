/** The weather at the places of items. */

import { itemAddress } from "./addresses.js";
import * as api from "./api.js";

/** Responses by request, as long as the server caches them. */
const responses = new Map();
const keptMilliseconds = 30 * 60_000;
/** Whether the server has a weather service. */
let isOffered = true;

/** The weather of an item, or `undefined` if there is none. */
export async function weatherOf(item) {
  if (!isOffered) return undefined;
  const { id, dueOn, dueDate, location } = item;
  const key = JSON.stringify([id, dueOn, dueDate, location]);
  if (!responses.has(key)) {
    responses.set(key, api.read(`${itemAddress(id)}/weather`).catch(({ status, type }) => {
      // A 404 without a problem type: the server has no weather service.
      if (status === 404 && !type) isOffered = false;
      if (status !== 404) responses.delete(key);
    }));
    setTimeout(() => responses.delete(key), keptMilliseconds);
  }
  return responses.get(key);
}
