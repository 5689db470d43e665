/** The dialogs that add a list, and change its name and icon. */

import { ask } from "./dialogs.js";
import { iconAddress, icons, label, stamp } from "./dom.js";
import { t } from "./language.js";
import * as changes from "./changes.js";

/** Asks for a new list, and opens it. */
export async function addList() {
  const { body, draft } = listFields({ name: "", icon: "Folder" });
  let list;
  const submit = async () => {
    list = await changes.addList(draft());
  };
  if (await ask({ title: t("Add list"), body, action: t("Add"), submit })) location.hash = `#/lists/${list.id}`;
}

/** Lets a person give a list another name and icon. */
export async function editList(list) {
  const { body, draft } = listFields(list);
  if (!(await ask({ title: t("Name and icon"), body, action: t("Save"), submit: draft }))) return;
  const change = draft();
  for (const field of Object.keys(change)) if (change[field] === list[field]) delete change[field];
  if (Object.keys(change).length) await changes.changeList(list, change);
}

/** The fields of a list, and what is in them. */
function listFields({ name, icon }) {
  const { element, parts } = stamp("list-fields");
  const input = element.querySelector("input");
  input.value = name;
  for (const choice of icons) {
    const [option, radio, picture] = ["label", "input", "img"].map((tag) => document.createElement(tag));
    Object.assign(radio, { type: "radio", name: "icon", value: choice, checked: choice === icon });
    Object.assign(picture, { src: iconAddress(choice), alt: "", width: 32, height: 32 });
    label(radio, (option.title = t(choice)));
    option.append(radio, picture);
    parts.icons.append(option);
  }
  const draft = () => {
    const given = input.value.trim();
    if (!given) throw new Error(t("A list needs a name."));
    return { name: given, icon: element.querySelector(":checked").value };
  };
  return { body: element, draft };
}
