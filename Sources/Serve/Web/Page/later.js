/** Loads what the page does not need at its start. */

import * as api from "./api.js";
import { attempt } from "./errors.js";
import { readTemplates } from "./dom.js";
import { t } from "./language.js";
import { canShow, hasChannel, loadMe } from "./me.js";
import { notice } from "./notices.js";

let reading;
let tries = 0;

/** Loads the editing bundle and its templates, retrying until the server answers. */
export function readEditing() {
  // Browsers cache a failed module import, but not under another address.
  const files = () => Promise.all([import(`./editing.js${tries ? `?${tries}` : ""}`), readTemplates("editing")]);
  reading ??= files().then(([{ editing }]) => editing).catch(async () => {
    tries++;
    reading = undefined;
    await api.untilReachable();
    return readEditing();
  });
  return reading;
}

/** A function that loads the editing bundle, then calls one of its functions. */
export const doLater = (name) => (...values) => attempt(async () => (await readEditing())[name](...values));

/** Turns on notifications. Browsers ask for permission only during a click. */
export const showRemindersHere = () => attempt(async () => {
  const permission = Notification.requestPermission();
  await (await readEditing()).enablePush(permission);
});

/** Whether the offer was made in this tab. */
let hasOffered = false;

/** Offers once to set up reminders, if the person has no channel. */
export async function offerChannels() {
  if (hasOffered || hasChannel()) return;
  // Another device may have set up a channel.
  await loadMe().catch(() => {});
  if (hasChannel()) return;
  hasOffered = true;
  const ways = () => {
    location.hash = "#/reminders";
  };
  notice(t("Reminders are off. Choose how to get them."), {
    action: canShow() ? t("Show on this device") : t("Set up"),
    act: canShow() ? showRemindersHere : ways, undoable: false,
  });
}
