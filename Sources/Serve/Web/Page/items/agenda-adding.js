/** The dialog that adds an item to the agenda. */

import { addItem } from "./changes.js";
import { ask } from "./dialogs.js";
import { stamp } from "./dom.js";
import { ownZone } from "./due.js";
import { explain } from "./errors.js";
import { isoDate, t } from "./language.js";
import { listsInOrder } from "./list-order.js";
import { may } from "./me.js";
import { notice } from "./notices.js";

/** The lists that the person can add to: the given one, or all, the inbox first. */
function targetLists(list) {
  const all = list ? [list] : listsInOrder().used;
  const isInbox = ({ icon }) => icon === "Inbox";
  return all.filter((one) => may("edit", one)).sort((one, other) => isInbox(other) - isInbox(one));
}

/** The list that new items go to; `undefined` if there is none. */
export const inboxOf = (list) => targetLists(list)[0];

/** Asks for an item that is due today, and adds it. `added` receives it once the server has answered. */
export async function addDueItem(list, added) {
  const { element, parts } = stamp("due-item");
  for (const { id, name } of targetLists(list)) parts.list.add(new Option(name, id));
  parts.day.value = isoDate(new Date());
  const isReady = () => parts.text.value.trim() !== "" && parts.day.value !== "";
  if (!(await ask({ title: t("Add item"), body: element, action: t("Add"), ready: isReady }))) return;
  const text = parts.text.value.trim();
  const { value: listId, selectedOptions: [{ text: name }] } = parts.list;
  notice(t("Added “{0}” to “{1}”", text, name));
  const fields = { text, dueOn: parts.day.value, timeZone: ownZone };
  await addItem(Number(listId), fields).then(added, (error) => explain(error, text));
}
