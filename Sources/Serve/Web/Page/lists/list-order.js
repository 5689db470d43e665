/** Each person's order of lists, with pinned ones first and archived ones last. */

import { lists } from "./lists.js";

/** Pending changes: fields of memberships by the id of their list. */
export const pendingOrders = new Set();

/** Lists that the server does not have yet, by temporary id. */
export const newLists = new Map();

/** A list with the pending changes applied. */
function shown(list) {
  const own = [...pendingOrders].flatMap(({ changes }) => changes[list.id] ?? []);
  if (own.length === 0) return list;
  const { archived, ...now } = Object.assign({}, ...own);
  const archivedAt = archived === undefined ? list.archivedAt : archived ? list.archivedAt ?? "" : null;
  return { ...list, ...now, archivedAt };
}

const isArchived = ({ archivedAt }) => archivedAt != null;

/** The lists in order: those in use, and the archived ones. */
export function listsInOrder() {
  // Lists that were never moved stay in the order of their names, as the server sends them.
  const all = [...lists.elements, ...newLists.values()].map(shown).sort((one, other) =>
    Boolean(other.pinned) - Boolean(one.pinned) || (one.position ?? 0) - (other.position ?? 0));
  return { used: all.filter((list) => !isArchived(list)), archived: all.filter(isArchived) };
}
