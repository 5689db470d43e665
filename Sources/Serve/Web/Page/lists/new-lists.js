/** Adds lists, also while the server cannot be reached: until it has answered, a list has a temporary id. */

import { explain } from "./errors.js";
import { assign, newDraftId } from "./ids.js";
import { newLists } from "./list-order.js";
import { knownLists, loadLists } from "./lists.js";
import { settleDraft } from "./settle-draft.js";
import { acts, DoneElsewhere, OutboxTurn } from "./outbox.js";
import { publish } from "./topics.js";
import { newKey, postNow } from "./writes.js";

/** How long adding a list waits for the server before the list is shown without its answer. */
const patienceMilliseconds = 800;

/** Adds a list and returns it: the server's, or a draft if the server does not answer soon. */
export async function createList(fields) {
  const pending = { act: "addList", id: newDraftId(), fields, key: newKey() };
  const turn = new OutboxTurn(pending);
  let isShown = false;
  const adding = sendList(turn, pending);
  const draft = new Promise((resolve) => setTimeout(() => resolve(), patienceMilliseconds));
  // A refusal that comes first is the caller's; a later one is shown.
  adding.catch((error) => isShown && explain(error, fields.name));
  const list = await Promise.race([adding, draft]);
  if (list) return list;
  isShown = true;
  return showDraftList(pending);
}

acts.addList = async (pending, { number }) => {
  showDraftList(pending);
  await sendList(new OutboxTurn(pending, number), pending);
};

/** Shows a list that the server does not have yet. */
function showDraftList({ id, fields }) {
  const draft = {
    ...fields, id, itemsCount: 0, uncheckedItemsCount: 0, membersCount: 1, sections: [], unsaved: true,
  };
  newLists.set(id, draft);
  knownLists.set(id, draft);
  publish("lists");
  return draft;
}

async function sendList(turn, { id }) {
  let list;
  try {
    list = await turn.take(async ({ fields, key }) => {
      const made = await postNow("/v1/checklists", fields, undefined, key);
      assign(id, made.id);
      // Its items may wait in the outbox.
      await settleDraft(id, made.id);
      return made;
    });
  } catch (error) {
    if (!(error instanceof DoneElsewhere)) throw error;
  } finally {
    newLists.delete(id);
    knownLists.delete(id);
  }
  if (list) knownLists.set(list.id, list);
  await loadLists();
  if (`${location.hash}/`.startsWith(`#/lists/${id}/`)) {
    const types = document.activeElement?.closest(".composer") ? "/add" : "";
    location.replace(list ? `#/lists/${list.id}${types}` : "#/");
  }
  return list;
}
