/** The first run: the owner's name, lists to start with, and a second device. */

import { itemAddress, listAddress } from "./addresses.js";
import * as api from "./api.js";
import { rename } from "./account.js";
import { choose } from "./dialogs.js";
import { stamp, text } from "./dom.js";
import { t } from "./language.js";
import { load } from "./later.js";
import { lists } from "./lists.js";
import { refresh } from "./open-list.js";
import * as writes from "./writes.js";

const hasTouch = matchMedia("(pointer: coarse)").matches;
/** Host names that lead to this computer only. */
const ownNames = /^(localhost|127\..*|\[::1\])$/;

/** The lists to start with. */
const starters = () => [
  { name: t("Groceries"), icon: "Groceries", items: [t("Milk"), t("Bread"), t("Apples")] },
  { name: t("Chores"), icon: "Chores", items: [t("Water the plants"), t("Take out the trash"), t("Vacuum")] },
  { name: t("Packing"), icon: "Trips", items: [t("Passport"), t("Phone charger"), t("Toothbrush")] },
];

/** Shows the steps. Each can be skipped, and they are shown once. */
export async function welcome() {
  localStorage.setItem("welcomed", "1");
  const [list] = lists.elements;
  const isOn = await askName();
  const made = isOn ? await askLists() : undefined;
  await wordFirstList(list);
  await refresh();
  if (made) await goTo(`#/lists/${made.id}`);
  if (isOn && made !== undefined) await offerDevice();
}

/** Opens an address, which closes dialogs. */
function goTo(address) {
  const gone = new Promise((resolve) => { addEventListener("hashchange", resolve, { once: true }); });
  location.hash = address;
  return gone;
}

const actionsOf = (name) => [{ value: "next", name, kind: "primary" }, { value: null, name: t("Skip") }];

/** Returns whether the person goes on. */
async function askName() {
  const { element, parts } = stamp("welcome-name");
  const submit = () => rename(parts.name.value.trim());
  return (await choose({
    title: t("Welcome to Checklists"), body: element, actions: actionsOf(t("Next")), submit,
    ready: () => parts.name.value.trim() !== "",
  })) !== null;
}

/** Returns the first list that was added; `null` if none was, `undefined` if the step was skipped. */
async function askLists() {
  const { element, parts } = stamp("welcome-lists");
  const all = starters();
  parts.starters.append(...all.map(({ name, items }, index) => {
    const { element: row, parts: row_ } = stamp("welcome-list");
    row_.box.checked = index === 0;
    row_.name.textContent = name;
    row_.items.textContent = items.join(", ");
    return row;
  }));
  let made = null;
  const submit = async () => {
    const boxes = parts.starters.querySelectorAll("input");
    for (const [index, { items, ...list }] of all.entries()) {
      if (!boxes[index].checked) continue;
      const { id } = await writes.post("/v1/checklists", list);
      await writes.post(`${listAddress(id)}/items/batch`, items.map((item) => ({ text: item })));
      made ??= { id };
    }
  };
  const chosen = await choose({ title: t("Start with a list"), body: element, actions: actionsOf(t("Next")), submit });
  return chosen === null ? undefined : made;
}

/** Words the list of the server for this device and language, if it is as the server made it. */
async function wordFirstList({ id, name }) {
  const words = {
    "Edit your first item": hasTouch ? t("Tap the circle to check me off") : t("Press Space to check me off"),
    "Swipe me to delete": hasTouch ? t("Swipe me left to delete me") : t("Press Delete to delete me"),
  };
  const items = await writes.readAll(`${listAddress(id)}/items?`);
  for (const item of items) {
    if (Object.hasOwn(words, item.text)) await writes.patchAsIs(itemAddress(item.id), { text: words[item.text] });
  }
  await writes.patchAsIs(listAddress(id), { name: t("First steps") });
}

async function offerDevice() {
  const title = hasTouch ? t("Use it on your computer") : t("Use it on your phone");
  if (ownNames.test(location.hostname)) {
    const flag = `--listen 0.0.0.0:${location.port}`;
    const message = t("First make a sign-in link, then start the server with {0}: this address works on this computer only.", flag);
    const body = Object.assign(text("a", t("Show how")), { href: "/docs/Sharing", target: "_blank", rel: "noopener" });
    await choose({ title, message, body, actions: [{ value: null, name: t("Done") }] });
    return;
  }
  const message = t("Scan a code with the other device to sign in there.");
  const chosen = await choose({ title, message, actions: actionsOf(t("Show code")) });
  if (chosen !== null) await (await load("people")).addDevice();
}
