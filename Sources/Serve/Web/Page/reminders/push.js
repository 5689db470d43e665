/** Notifications of this browser through Web Push. */

import * as api from "./api.js";
import { spokenLanguage, t } from "./language.js";
import { canShow, isGuest, loadMe } from "./me.js";
import * as writes from "./writes.js";

const subscriptionsAddress = "/v1/push-subscriptions";

/** The browser's push subscription, or `null`. */
export async function subscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Turns notifications on, once the person allows them. */
export async function enablePush(permission = Notification.requestPermission()) {
  if ((await permission) !== "granted") {
    throw new Error(t("Notifications are blocked. Allow them in site settings."));
  }
  const { publicKey } = await api.read(`${subscriptionsAddress}/key`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: publicKey };
  // A subscription with another server's key cannot be reused.
  const made = await pushManager.subscribe(how).catch(async () => {
    await (await subscription())?.unsubscribe();
    return pushManager.subscribe(how).catch(() => {
      throw new Error(t("This browser’s push service can’t be reached."));
    });
  });
  await register(made);
  await loadMe();
}

/** Registers the subscription with its language. */
const register = (made) => writes.post(subscriptionsAddress, { ...made.toJSON(), language: spokenLanguage });

/** Turns notifications off. */
export async function disablePush() {
  const mine = await subscription();
  for (const { id, endpoint } of await writes.readAll(`${subscriptionsAddress}?`)) {
    if (endpoint === mine?.endpoint) await writes.removeAll(`${subscriptionsAddress}/${id}`);
  }
  await mine?.unsubscribe();
  await loadMe();
}

/** Registers the subscription again, in case the server was restored from an older backup. */
export async function renewPush() {
  const mine = canShow() && !isGuest() && (await subscription());
  if (mine) await register(mine).then(loadMe, () => {});
}
