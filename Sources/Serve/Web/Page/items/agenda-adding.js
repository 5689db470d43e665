/** The dialog that adds an item to the agenda. */

import { addItem } from "./changes.js";
import { isAway } from "./connection.js";
import { ask } from "./dialogs.js";
import { stamp } from "./dom.js";
import { ownZone } from "./due.js";
import { explain } from "./errors.js";
import { isoDate, t } from "./language.js";
import { listsInOrder } from "./list-order.js";
import { knownLists } from "./lists.js";
import { may } from "./me.js";
import { notice } from "./notices.js";
import { QuickAdd } from "./quick-add.js";

/** The lists that the person can add to: the given one, or all, the inbox first. */
function targetLists(list) {
  const all = list ? [list] : listsInOrder().used;
  const isInbox = ({ icon }) => icon === "Inbox";
  return all.filter((one) => may("edit", one)).sort((one, other) => isInbox(other) - isInbox(one));
}

/** The list that new items go to; `undefined` if there is none. */
export const inboxOf = (list) => targetLists(list)[0];

/** The fields of a line that say when it is due. */
const dates = ["dueDate", "dueOn", "recurrence"];

/** Asks for an item that is due today, and adds it. `added` receives it once the server has answered. */
export async function addDueItem(list, added) {
  const { element, parts } = stamp("due-item");
  for (const { id, name } of targetLists(list)) parts.list.add(new Option(name, id));
  parts.day.value = isoDate(new Date());
  parts.text.placeholder = t("Milk tomorrow 18:00 !!");
  const changed = (fields) => {
    parts.lists.hidden = fields.includes("checklistId");
    parts.days.hidden = dates.some((name) => fields.includes(name));
  };
  const line = new QuickAdd(parts.text, parts.understood, { listId: () => Number(parts.list.value), changed });
  const isReady = () => parts.text.value.trim() !== "" && parts.day.value !== "";
  if (!(await ask({ title: t("Add item"), body: element, action: t("Add"), ready: isReady }))) return;
  const { text, fields, listId = Number(parts.list.value) } = line.take();
  // A date in the line takes precedence over the field.
  const day = fields.dueDate ?? fields.dueOn ? {} : { dueOn: parts.day.value, timeZone: ownZone };
  const tell = ({ text: name, checklistId }) =>
    notice(t("Added “{0}” to “{1}”", name, knownLists.get(checklistId)?.name ?? ""));
  const isLater = isAway();
  if (isLater) tell({ text, checklistId: listId });
  await addItem(listId, { ...fields, ...day }).then((item) => {
    if (!isLater) tell(item);
    added(item);
  }, (error) => explain(error, text));
}
