/** Reads lists that this device has not opened, so that they can be shown offline. */

import { firstPage, itemsAddress, listAddress, membershipAddress } from "./addresses.js";
import * as api from "./api.js";
import { isAway } from "./connection.js";
import { isSent } from "./ids.js";
import { load } from "./later.js";
import { listsInOrder } from "./list-order.js";
import { isGuest } from "./me.js";
import { open } from "./open-list.js";
import { viewOf } from "./preferences.js";

/** The pause after the start of the page, so that other requests come first. */
const pauseMilliseconds = 4000;
const listsMax = 50;

const idle = () => new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

/** Reads the lists in the order of the sidebar, one after the other. The API client caches the responses. */
export async function prefetchLists() {
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  // Without HTTPS no worker keeps the dialogs that work offline.
  if (!navigator.serviceWorker) load("more");
  if (navigator.connection?.saveData) return;
  for (const { id, membersCount } of listsInOrder().used.slice(0, listsMax)) {
    await idle();
    if (document.hidden || isAway()) return;
    if (isSent(id) && id !== open.list?.id) await prefetch(id, membersCount).catch(() => {});
  }
}

async function prefetch(id, membersCount) {
  const read = (address) => api.page(address, { fresh: true });
  const own = isGuest() ? {} : (await read(membershipAddress(id))).elements;
  const chosen = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  await read(listAddress(id));
  if (membersCount > 1) await read(`${listAddress(id)}/members`);
  await read(firstPage(itemsAddress(id, { ...viewOf(id), ...chosen })));
}
