/** Changes to a person's order of lists. They wait in the outbox. */

import { membershipAddress } from "./addresses.js";
import * as api from "./api.js";
import { explain } from "./errors.js";
import { pendingOrders } from "./list-order.js";
import { knownLists } from "./lists.js";
import { showList } from "./open-list.js";
import { acts, DoneElsewhere, OutboxTurn } from "./outbox.js";
import { publish } from "./topics.js";
import * as writes from "./writes.js";

/** The distance between positions, so that a list can be moved between two others. */
const spacing = 65_536;

acts.membership = run;

/** Pins, unpins, archives or restores a list. */
export const setMembership = (id, change) => run({ act: "membership", changes: { [id]: change } }, {});

/** Changes the caller's other settings of a list. */
export const changeMembership = (listId, change, options) =>
  writes.amend(membershipAddress(listId), ["muted", "itemSort", "showChecked"], change, options);

/** Moves a list to an index among those in use. It is pinned if the lists around it are. */
export function moveList(list, index, others) {
  const all = others.toSpliced(index, 0, list);
  const pinned = others[index]?.pinned === true || (list.pinned === true && others[index - 1]?.pinned !== false);
  const [before, after] = [others[index - 1]?.position ?? 0, others[index]?.position];
  const changes = {};
  const own = after === undefined ? before + spacing : Math.floor((before + after) / 2);
  // Lists that were never moved have the same position.
  if (own > before && (after === undefined || own < after)) changes[list.id] = { position: own };
  else all.forEach(({ id }, place) => Object.assign(changes, { [id]: { position: (place + 1) * spacing } }));
  if (pinned !== Boolean(list.pinned)) changes[list.id] = { ...changes[list.id], pinned };
  return run({ act: "membership", changes }, {});
}

async function run(change, { number }) {
  pendingOrders.add(change);
  publish("lists");
  try {
    await new OutboxTurn(change, number).take(async ({ changes }) => {
      for (const [id, own] of Object.entries(changes)) {
        const member = await writes.patchAsIs(membershipAddress(id), own).catch(api.orGone);
        const list = knownLists.get(Number(id));
        if (!member || !list) continue;
        const { position, pinned, archivedAt } = member;
        showList({ ...list, position, pinned, archivedAt });
      }
    });
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) explain(error);
  } finally {
    pendingOrders.delete(change);
    publish("lists");
  }
}
