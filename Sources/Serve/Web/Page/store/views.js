/** The saved views. */

import { viewsAddress } from "./addresses.js";
import * as api from "./api.js";
import { isGuest } from "./me.js";
import { OrderedResources } from "./ordered-resources.js";
import { overlaid } from "./overlays.js";
import { publish } from "./topics.js";

/** `undefined` until they have been read. */
let saved;

export const views = new OrderedResources("views", {
  address: () => viewsAddress, now: () => api.read(viewsAddress, { fresh: true }), read: loadViews,
});

/** The saved views as they are shown. */
export const savedViews = () => saved && overlaid("views", undefined, saved);

/** Reads the saved views. Guests have none. */
export async function loadViews() {
  const take = (now) => {
    saved = now;
    publish("views");
  };
  if (isGuest()) take([]);
  else await (saved ? api.read(viewsAddress).then(take) : api.readSoon(viewsAddress, take)).catch((error) => {
    api.orGone(error);
    take([]);
  });
}
