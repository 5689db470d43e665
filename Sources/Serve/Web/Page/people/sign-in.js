/** Signing in by a link, and signing out. */

import { listAddress } from "./addresses.js";
import * as api from "./api.js";
import { isAway } from "./connection.js";
import { ask, choose } from "./dialogs.js";
import { t } from "./language.js";
import { clearLocalData } from "./local-data.js";
import { uninstallPage } from "./uninstalling.js";
import { isGuest, loadMe, me } from "./me.js";
import { notice } from "./notices.js";
import { inTurn } from "./outbox.js";
import { forgetToken, hasToken, saveToken, signInBy } from "./session.js";
import * as writes from "./writes.js";

/** Browser names in user agents. Many name others as well, so the first match counts. */
const browsers = [
  [/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/OPR/, "Opera"], [/SamsungBrowser/, "Samsung Internet"],
  [/Chrom|CriOS/, "Chrome"], [/Safari/, "Safari"],
];
const systems = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"], [/Mac OS/, "macOS"], [/Linux/, "Linux"],
];

/** The default name of this device. */
function deviceName() {
  const [browser, system] = [browsers, systems].map((names) =>
    names.find(([pattern]) => navigator.userAgent.match(pattern))?.[1]);
  return browser && system ? t("{0} on {1}", browser, system) : browser ?? t("Browser");
}

/** Exchanges the secret of a link for a token. */
async function exchangeSecret(secret) {
  const body = { secret, name: deviceName() };
  // A refused exchange must not wait for the sign-in that it is part of.
  const { token } = await writes.postNow("/v1/devices", body, undefined, writes.newKey(), { isOpen: true });
  await saveToken(token);
}

/** Signs in by a link and shows a greeting or the reason for failure. */
export async function join(secret) {
  try {
    if (hasToken() && !(await confirmReplacing())) return;
    // The pending changes belong to the previous account.
    await inTurn(() => exchangeSecret(secret));
    await loadMe();
  } catch (error) {
    const over = t("It was already used, was turned off or has expired. Ask for a new one.");
    await choose({
      title: t("This link doesn’t work"), message: error.status === 404 ? over : error.message,
      actions: [{ value: null, name: t("Close") }],
    });
    return;
  }
  notice(isGuest() ? t("You can now use “{0}” on this device.", (await api.read(listAddress(me.checklistId))).name)
    : t("Hello {0}. You’re signed in on this device.", me.person.name));
}

/** Shows why the sign-in at a provider failed. */
export async function showFailure(code) {
  const reasons = {
    denied: t("The provider refused, or you cancelled."),
    expired: t("It took too long, or began in another browser. Try again."),
    "unknown-person": t("You have no account here. Ask the owner for a sign-in link."),
  };
  const message = reasons[code] ?? t("The provider didn’t answer correctly. Try again later.");
  await choose({ title: t("Sign-in failed"), message, actions: [{ value: null, name: t("Close") }] });
}

/** The link replaces the current sign-in. */
function confirmReplacing() {
  return ask({
    title: t("Switch account?"), action: t("Switch"),
    message: t("You’re already signed in."),
  });
}

/**
 * Signs in the first person on this device while no device is signed in. From then on the server refuses requests
 * without a token, also those of this page. A proxy that signs people in replaces the token. Asks first, and returns
 * whether this device is signed in.
 */
export async function signInHere() {
  if (hasToken() || me.signedInByProxy) return true;
  const sure = await ask({
    title: t("Turn on sign-in?"), action: t("Turn on"),
    message: t("From now on, everyone needs to sign in, also on this computer. This browser stays signed in."),
  });
  if (!sure) return false;
  const { secret } = await writes.post(`/v1/people/${me.person.id}/sign-in-links`, { scope: "admin" });
  await signInBy(() => exchangeSecret(secret));
  await loadMe();
  return true;
}

/** Signs out after a confirmation: deletes the local data here and the device on the server. */
export async function signOut() {
  const away = isAway()
    ? t("You’re offline: unsent changes will be lost.")
    : "";
  const message = `${t("To sign in again, you need a sign-in link or a token.")} ${away}`.trim();
  const action = t("Sign out");
  if (!(await ask({ title: t("Sign out?"), message, action, danger: true }))) return;
  // Pending changes are sent first.
  if (me.device && !away) await writes.removeAll(`/v1/devices/${me.device.id}`);
  await uninstallPage();
  forgetToken();
  await clearLocalData();
  await navigator.clearAppBadge?.().catch(() => {});
  location.reload();
}
