/** Signing in by a link, and what this device is called then; read when that happens. */

import * as api from "./api.js";
import { ask, choose } from "./dialogs.js";
import { t } from "./language.js";
import { forgetKept, forgetPage } from "./kept.js";
import { isGuest, loadMe, me } from "./me.js";
import { notice } from "./notices.js";

/** Browsers, by what they call themselves; many name others as well, so the first one that fits counts. */
const browsers = [
  [/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/OPR/, "Opera"], [/SamsungBrowser/, "Samsung Internet"],
  [/Chrom|CriOS/, "Chrome"], [/Safari/, "Safari"],
];
const systems = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"], [/Mac OS/, "macOS"], [/Linux/, "Linux"],
];

/** What people tell this device from their others by. */
function deviceName() {
  const [browser, system] = [browsers, systems].map((names) =>
    names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1]);
  return browser && system ? t("{0} on {1}", browser, system) : browser ?? t("Browser");
}

/** Exchanges the secret of a link for a token, which is shown from then on. */
async function exchange(secret) {
  const { token } = await api.post("/v1/devices", { secret, name: deviceName() });
  await api.keepToken(token);
  await loadMe();
}

/** Signs in by the secret of a link that was opened, and greets; says why if that is not possible. */
export async function join(secret) {
  try {
    if (api.hasToken() && !(await confirmReplacing())) return;
    await exchange(secret);
  } catch (error) {
    const over = t("It was used before, was revoked or has ended. Ask for a new one.");
    await choose({
      title: t("This link does not work"), message: error.status === 404 ? over : error.message,
      actions: [{ value: null, name: t("Close") }],
    });
    return;
  }
  notice(isGuest() ? t("Hello! This link shows you one list. This device remembers it.")
    : t("Hello {0}. This device stays signed in.", me.person.name));
}

/** Whoever was signed in before is not, after a link was opened. */
function confirmReplacing() {
  return ask({
    title: t("Use this link?"), action: t("Use the link"),
    message: t("You are signed in here already. This link signs you in anew, in place of that."),
  });
}

/**
 * Signs in the person whom everybody here is taken for while no device is signed in.
 *
 * From the first device on everybody needs a token, also who made the link for it.
 */
export async function signInHere() {
  if (api.hasToken()) return;
  const { secret } = await api.post(`/v1/people/${me.person.id}/sign-in-links`, { scope: "admin" });
  await exchange(secret);
}

/** Signs this device out, once that is confirmed: nothing of it is kept here, and no device by the service. */
export async function forgetDevice() {
  const away = api.isAway()
    ? t("The service cannot be reached: it knows this device until you revoke it, and what waits to be sent is lost.")
    : "";
  const message = `${t("To get back here you need a link, or a token.")} ${away}`.trim();
  const action = t("Forget this device");
  if (!(await ask({ title: t("Forget this device?"), message, action, danger: true }))) return;
  // What was done here is sent before.
  if (me.device && !away) await api.removeAll(`/v1/devices/${me.device.id}`);
  await forgetPage();
  api.forgetToken();
  await forgetKept();
  await navigator.clearAppBadge?.().catch(() => {});
  location.reload();
}
