/** Temporary ids of drafts, which the server has not created yet: negative numbers. */

const assigned = new Map();

/** Whether the server has a list or an item. */
export const isSent = (id) => id > 0;

export const newDraftId = () => -Math.ceil(Math.random() * Number.MAX_SAFE_INTEGER);

/** The server's id of a draft, or the temporary id until it is known. */
export const numberOf = (id) => assigned.get(id) ?? id;

export const assign = (draftId, id) => assigned.set(draftId, id);

/** Fields with the server's ids of sections, parents and neighbours. */
export const settled = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, numberOf(value)]));
