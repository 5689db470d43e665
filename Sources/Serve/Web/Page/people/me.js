/** Who looks at the page, and what that somebody may do on which list. */

import { meAddress } from "./addresses.js";
import * as api from "./api.js";
import { setOwner } from "./local-data.js";
import { publish } from "./topics.js";

/** As the service says it: a person and their device or, for who holds the link to a list, that list. */
export const me = { person: null, device: null, scope: "admin", checklistId: null, role: null };

/** Whether anything carries reminders to who is here; whoever may not know is told nothing. */
export function hasChannel() {
  const { webhooks, pushSubscriptions, email } = me.reachableBy ?? { email: true };
  return isGuest() || !api.rights.write || webhooks > 0 || pushSubscriptions > 0 || email;
}

/** Whether this browser could show reminders that the service sends. */
export const canShow = () => Boolean(globalThis.PushManager && navigator.serviceWorker && me.offers?.pushSubscriptions);

/** From the least to the most. */
const roles = ["view", "check", "edit", "own"];

/** Whether it is somebody who holds the link to a list, and is nobody in particular. */
export const isGuest = () => me.checklistId !== null;

/** Whether it is somebody who says who there is. */
export const isAdmin = () => me.scope === "admin" && api.rights.write && !isGuest();

/** What may be done on a list; what nobody else is on says nothing of it. */
export const roleOn = (list) => list?.role ?? me.role ?? "own";

/** Whether a role, or more, may be made use of on a list. */
export function may(role, list) {
  if (!api.rights.write && role !== "view") return false;
  return roles.indexOf(roleOn(list)) >= roles.indexOf(role);
}

/** Marks an element with the role on a list; the style sheet hides what the role does not allow. */
export function showRole(element, list) {
  element.dataset.role = roleOn(list);
  element.classList.toggle("alone", !(list.membersCount > 1));
}

/** Asks the service who this is. */
export async function loadMe() {
  Object.assign(me, await api.read(meAddress));
  // What was read until now was not for this one.
  if (await setOwner(api.ownerKey(me))) location.reload();
  document.body.classList.toggle("guest", isGuest());
  if (me.device || isGuest()) api.allowWriting(["write", "admin"].includes(me.scope));
  // What a token allows that belongs to no device shows when it is used.
  else if (api.hasToken()) await api.checkToken().catch(() => {});
  else api.allowWriting(true);
  publish("me");
}
