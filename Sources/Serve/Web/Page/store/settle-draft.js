/** Drafts in the outbox. */

import { numberOf } from "./ids.js";
import { use } from "./local-data.js";

/** Replaces a draft's id in pending changes after the server has created it; `settle` maps the seen item. */
export const settleDraft = (draftId, id, settle) => settleDrafts(new Map([[draftId, { id, settle }]]));

/** The same for several drafts, by their ids. */
export const settleDrafts = (made) => use("outbox", (outbox) => Object.assign(outbox.openCursor(), {
  onsuccess({ target: { result: cursor } }) {
    if (!cursor) return;
    const { value: pending } = cursor;
    const { act, seen, fields = {}, place = {}, checklistId } = pending;
    // The addition itself keeps the ids of its drafts.
    const ids = act === "addAll" ? undefined : pending.ids;
    const now = (id) => made.get(id)?.id ?? numberOf(id);
    const settled = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, now(value)]));
    const own = made.get(pending.id);
    // A new item can be in a new list or section, or below another new item.
    const named = [checklistId, ...Object.values(fields), ...Object.values(place), ...(ids ?? [])];
    if (own || named.some((id) => made.has(id))) {
      cursor.update({
        ...pending, ...(own && { id: own.id, ...(seen && { seen: own.settle(seen) }) }),
        ...(checklistId && { checklistId: now(checklistId) }), ...(ids && { ids: ids.map(now) }),
        fields: settled(fields), place: settled(place),
      });
    }
    cursor.continue();
  },
}));
