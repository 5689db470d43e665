/** The caller and their rights. */

import { meAddress } from "./addresses.js";
import * as api from "./api.js";
import { isSent } from "./ids.js";
import { ownerKey, setOwner } from "./local-data.js";
import { allowWriting, checkToken, hasToken, rights } from "./session.js";
import { publish } from "./topics.js";

/** The response of `/v1/me`: a person with their device, or a guest with their list. */
export const me = { person: null, device: null, scope: "admin", checklistId: null, role: null };

/** Whether the person has a reminder channel. True if the caller may not know. */
export function hasChannel() {
  const { webhooks, pushSubscriptions, email } = me.reachableBy ?? { email: true };
  return isGuest() || !rights.write || webhooks > 0 || pushSubscriptions > 0 || email;
}

/** Whether this browser supports Web Push and the server offers it. */
export const canShow = () => Boolean(globalThis.PushManager && navigator.serviceWorker && me.offers?.pushSubscriptions);

/** In ascending order. */
const roles = ["view", "check", "edit", "own"];

/** Whether the caller came through a share link. */
export const isGuest = () => me.checklistId !== null;

/** Whether the caller may manage people. */
export const isAdmin = () => me.scope === "admin" && rights.write && !isGuest();

/** The caller's role on a list. Lists that are not shared have none in their JSON. */
export const roleOn = (list) => list?.role ?? me.role ?? "own";

/** Whether the caller has a role on a list, or a higher one. */
export function may(role, list) {
  if (!rights.write && role !== "view") return false;
  return roles.indexOf(roleOn(list)) >= roles.indexOf(role);
}

/** Marks an element with the caller's role; the style sheet hides what that does not allow. */
export function showRole(element, list) {
  element.dataset.role = roleOn(list);
  element.classList.toggle("alone", !(list.membersCount > 1));
  element.classList.toggle("unsent", !isSent(list.id));
}

/** Reads who the caller is. */
export const loadMe = async () => takeMe(await api.read(meAddress));

/** The same at the start of the page, from the cache first if the server is slow. */
export const loadMeSoon = () => api.readSoon(meAddress, takeMe);

async function takeMe(now, isCached = false) {
  Object.assign(me, now);
  // The page shows the data of another caller.
  if ((now.person || now.checklistId) && (await setOwner(ownerKey(me)))) location.reload();
  document.body.classList.toggle("guest", isGuest());
  if (me.device || isGuest()) allowWriting(["write", "admin"].includes(me.scope));
  // The rights of a token without a device are known only by trying.
  else if (hasToken()) await (isCached || checkToken().catch(() => {}));
  else allowWriting(true);
  publish("me");
}
