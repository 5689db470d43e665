/** What operations that the server has not answered change in lists, sections, views and members. */

import { numberOf } from "./ids.js";
import { publish } from "./topics.js";

/** The topics of each type of resource. */
const topics = { list: ["lists", "items"], lists: ["lists"], sections: ["items"], views: ["views"], members: ["members"] };
/** In the order of the operations. */
const overlays = new Set();

/** Shows a resource, or a collection of a list, as `apply` returns it. Returns a function that ends this. */
export function overlay(type, id, apply) {
  const own = { type, id, apply };
  overlays.add(own);
  publish(...topics[type]);
  return () => overlays.delete(own) && publish(...topics[type]);
}

/** A resource of the server with what operations change in it. */
export const overlaid = (type, id, value) => [...overlays].reduce((now, one) =>
  (one.type === type && numberOf(one.id) === numberOf(id) ? one.apply(now) : now), value);
