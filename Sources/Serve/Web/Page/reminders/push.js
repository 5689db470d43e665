/** Reminders that this browser shows itself, whether the page is open or not: Web Push. */

import * as api from "./api.js";
import { spokenLanguage, t } from "./language.js";
import { canShow, isGuest, loadMe } from "./me.js";

const subscriptionsAddress = "/v1/push-subscriptions";

/** What this browser has agreed on with its push service; `null` for nothing yet. */
export async function subscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Has this browser show reminders from now on, once whoever is here has allowed that. */
export async function enablePush(permission = Notification.requestPermission()) {
  if ((await permission) !== "granted") {
    throw new Error(t("Notifications are blocked. Allow them in site settings."));
  }
  const { publicKey } = await api.read(`${subscriptionsAddress}/key`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: publicKey };
  // What was agreed on with another service of this address is of no use.
  const made = await pushManager.subscribe(how).catch(async () => {
    await (await subscription())?.unsubscribe();
    return pushManager.subscribe(how).catch(() => {
      throw new Error(t("This browser’s push service can’t be reached."));
    });
  });
  await tell(made);
  await loadMe();
}

/** Tells the service of this browser, and in which language it is to be told. */
const tell = (made) => api.post(subscriptionsAddress, { ...made.toJSON(), language: spokenLanguage });

/** Has this browser show none any more. */
export async function disablePush() {
  const mine = await subscription();
  for (const { id, endpoint } of await api.readAll(`${subscriptionsAddress}?`)) {
    if (endpoint === mine?.endpoint) await api.removeAll(`${subscriptionsAddress}/${id}`);
  }
  await mine?.unsubscribe();
  await loadMe();
}

/** Tells the service again what it should know, as after a backup was restored. */
export async function renewPush() {
  const mine = canShow() && !isGuest() && (await subscription());
  if (mine) await tell(mine).then(loadMe, () => {});
}
