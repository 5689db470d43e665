/** What the page does not begin with, and reads while it shows what it begins with. */

import * as api from "./api.js";
import { attempt } from "./changes.js";
import { readTemplates } from "./dom.js";
import { t } from "./language.js";
import { canShow, hasChannel, loadMe } from "./me.js";
import { notice } from "./notices.js";

let reading;
let tries = 0;

/** What items and lists are changed with, however long it takes until that is there. */
export function readEditing() {
  // A browser that could not read a module may answer so for good, but not for another address.
  const files = () => Promise.all([import(`./editing.js${tries ? `?${tries}` : ""}`), readTemplates("editing")]);
  reading ??= files().then(([{ editing }]) => editing).catch(async () => {
    tries++;
    reading = undefined;
    await api.untilReachable();
    return readEditing();
  });
  return reading;
}

/** A function that does one of those things, as soon as it is there. */
export const doLater = (name) => (...values) => attempt(async () => (await readEditing())[name](...values));

/** Has this browser show reminders, for whoever has just pressed a button: only then browsers ask for permission. */
export const showRemindersHere = () => attempt(async () => {
  const permission = Notification.requestPermission();
  await (await import("./push.js")).enablePush(permission);
});

/** Whether somebody has been told already. */
let isTold = false;

/** Says, once, that nothing would carry a reminder to whoever wants one, and asks whether this browser shall show it. */
export async function offerChannels() {
  if (isTold || hasChannel()) return;
  // It may have been set up elsewhere meanwhile.
  await loadMe().catch(() => {});
  if (hasChannel()) return;
  isTold = true;
  const ways = () => {
    location.hash = "#/reminders";
  };
  notice(t("Reminders are off. Choose how to get them."), {
    action: canShow() ? t("Show on this device") : t("Set up"),
    act: canShow() ? showRemindersHere : ways, undoable: false,
  });
}
