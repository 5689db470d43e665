/** Loads what the page does not need at its start. */

import { untilReachable } from "./connection.js";
import { attempt } from "./errors.js";
import { translate } from "./dom.js";
import { t } from "./language.js";
import { canShow, hasChannel, loadMe } from "./me.js";
import { notice } from "./notices.js";

let reading;
let tries = 0;

/** Loads the templates of the rest of the page. */
async function readTemplates() {
  const answer = await fetch("/assets/templates.html");
  if (!answer.ok) throw new Error(`${answer.status}`);
  const file = new DOMParser().parseFromString(await answer.text(), "text/html");
  const templates = new DocumentFragment();
  templates.append(...file.querySelectorAll("template"));
  return templates;
}

/** Loads the rest of the page, retrying until the server answers. */
export function loadRest() {
  // Browsers cache a failed module import, but not under another address.
  const files = () => Promise.all([import(`./rest.js${tries ? `?${tries}` : ""}`), readTemplates()]);
  reading ??= files().then(([rest, templates]) => {
    translate(templates);
    document.body.append(templates);
    return rest;
  }).catch(async () => {
    tries++;
    reading = undefined;
    await untilReachable();
    return loadRest();
  });
  return reading;
}

/** A function that loads the rest of the page, then calls one of its functions. */
export const doLater = (name) => (...values) => attempt(async () => (await loadRest())[name](...values));

/** Turns on notifications. Browsers ask for permission only during a click. */
export const showRemindersHere = () => attempt(async () => {
  const permission = Notification.requestPermission();
  await (await loadRest()).enablePush(permission);
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
