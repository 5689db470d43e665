/** Drafts in the outbox. */

import { numberOf, settled } from "./ids.js";
import { use } from "./local-data.js";

/** Replaces a draft's id in pending changes after the server has created it; `settle` maps the seen item. */
export const settleDraft = (draftId, id, settle) => use("outbox", (outbox) => Object.assign(outbox.openCursor(), {
  onsuccess({ target: { result: cursor } }) {
    if (!cursor) return;
    const { value: pending } = cursor;
    const { seen, fields = {}, place = {}, checklistId } = pending;
    const isOwn = pending.id === draftId;
    // A new item can be in a new list or section, or below another new item.
    if (isOwn || [checklistId, ...Object.values(fields), ...Object.values(place)].includes(draftId)) {
      const own = isOwn && { id, ...(seen && { seen: settle(seen) }) };
      const there = checklistId && { checklistId: numberOf(checklistId) };
      cursor.update({ ...pending, ...own, ...there, fields: settled(fields), place: settled(place) });
    }
    cursor.continue();
  },
}));
