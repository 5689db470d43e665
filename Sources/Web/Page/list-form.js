/** The dialogs that add a list, change its name and icon, and delete it. */

import * as changes from "./changes.js";
import { ask } from "./dialogs.js";
import { iconAddress, icons, stamp, text } from "./dom.js";
import { number, t } from "./language.js";
import { currentList } from "./lists.js";

/** Asks for a new list, and opens it. */
export async function addList() {
  const { body, draft, name } = listFields({ name: "", icon: "Folder" });
  const ready = () => name() !== "";
  let list;
  const submit = async () => {
    list = await changes.addList(draft());
  };
  if (await ask({ title: t("Add list"), body, action: t("Add"), submit, ready })) location.hash = `#/lists/${list.id}`;
}

/** Lets a person give a list another name and icon. */
export async function editList(list) {
  const { body, draft, name, icon } = listFields(list);
  const ready = () => name() !== list.name || icon() !== list.icon;
  if (!(await ask({ title: t("Name and icon"), body, action: t("Save"), submit: draft, ready }))) return;
  const change = draft();
  for (const field of Object.keys(change)) if (change[field] === list[field]) delete change[field];
  await changes.changeList(list, change);
}

/** Shows who is on a list and, to who owns it, how to share it. */
export const shareList = (list) => changes.attempt(async () => (await import("./sharing.js")).share(list));

/** Deletes a list when the question is answered with yes; its place is left. */
export async function removeList({ id, name }) {
  const list = await currentList(id);
  const message = t("Items that go with it: {0}.", number(list?.itemsCount ?? 0));
  const sure = await ask({ title: t("Delete “{0}”?", name), message, action: t("Delete"), danger: true });
  if (!sure || (list && !(await changes.deleteList(list)))) return;
  if (`${location.hash}/`.startsWith(`#/lists/${id}/`)) location.hash = "#/";
}

/** The fields of a list, and what is in them. */
function listFields(list) {
  const { element, parts } = stamp("list-fields");
  const input = element.querySelector("input");
  input.value = list.name;
  const name = () => input.value.trim();
  const icon = () => element.querySelector(":checked").value;
  for (const choice of icons) {
    const [option, radio, picture] = ["label", "input", "img"].map((tag) => document.createElement(tag));
    Object.assign(radio, { type: "radio", name: "icon", value: choice, checked: choice === list.icon });
    Object.assign(picture, { src: iconAddress(choice), alt: "", width: 32, height: 32 });
    option.append(radio, picture, text("span", t(choice)));
    parts.icons.append(option);
  }
  const draft = () => {
    if (!name()) throw new Error(t("A list needs a name."));
    return { name: name(), icon: icon() };
  };
  return { body: element, draft, name, icon };
}
