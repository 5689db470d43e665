/** Each person's order of lists, with pinned ones first and archived ones last. */

import { lists } from "./lists.js";
import { overlaid } from "./overlays.js";

const isArchived = ({ archivedAt }) => archivedAt != null;

/** The lists in order: those in use, and the archived ones. */
export function listsInOrder() {
  // Lists that were never moved stay in the order of their names, as the server sends them.
  const all = overlaid("lists", undefined, lists.elements).map((list) => overlaid("list", list.id, list)).sort((one, other) =>
    Boolean(other.pinned) - Boolean(one.pinned) || (one.position ?? 0) - (other.position ?? 0));
  return { used: all.filter((list) => !isArchived(list)), archived: all.filter(isArchived) };
}
