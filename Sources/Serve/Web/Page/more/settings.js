/** The settings: of the account, and of this device. */

import { makeChannels } from "./channels.js";
import { stamp } from "./dom.js";
import { attempt } from "./errors.js";
import { install, onInstallable, wayToInstall } from "./installing.js";
import { hasKeys, setKeys } from "./keys.js";
import { showKeys } from "./keys-dialog.js";
import { t } from "./language.js";
import { doLater, load } from "./later.js";
import { keepValue } from "./local-data.js";
import { isGuest, loadMe } from "./me.js";
import { showExchange } from "./opening.js";
import { keepFresh, openPlace } from "./place.js";
import { canKeepScreenOn, keepScreenOn, keepsScreenOn } from "./screen-awake.js";
import { hasToken, rights } from "./session.js";
import { showTheme, theme } from "./theme.js";

/** Languages by their own names. */
const languages = { en: "English", de: "Deutsch", fr: "Français", ja: "日本語" };

/** Shows the settings in `main`. */
export async function showSettings(main, signal) {
  const place = await openPlace(main, t("Settings"), signal);
  const { element, parts } = stamp("settings-fields");
  place.content.replaceWith(element);
  showAppearance(parts);
  showLanguage(parts);
  showKeysAndInstalling(parts);
  parts.exchange.onclick = () => showExchange();
  parts.signOut.hidden = !hasToken();
  parts.signOut.onclick = doLater("signOut", "people");
  if (isGuest()) {
    parts.account.hidden = !hasToken();
    return;
  }
  const loading = [showAccount(parts, signal)];
  if (rights.write) loading.push(showChannels(parts, signal));
  parts.developers.hidden = !rights.write;
  parts.token.onclick = doLater("createToken", "people");
  await Promise.all(loading);
}

async function showAccount(parts, signal) {
  const { makeAccount } = await load("people");
  const account = makeAccount();
  parts.signOut.parentElement.before(account.element);
  account.parts.name.onchange = account.doing(account.save);
  if (!signal.aborted) await keepFresh(account.load, signal);
}

async function showChannels(parts, signal) {
  const channels = makeChannels();
  parts.account.after(channels.element);
  await keepFresh(() => loadMe().then(channels.load), signal);
}

function showAppearance(parts) {
  for (const choice of parts.theme.querySelectorAll("input")) {
    choice.checked = choice.value === theme();
    choice.onchange = () => {
      keepValue("theme", choice.value);
      showTheme();
    };
  }
  parts.awake.hidden = !canKeepScreenOn;
  parts.awakeBox.checked = keepsScreenOn();
  parts.awakeBox.onchange = () => attempt(() => keepScreenOn(parts.awakeBox.checked));
}

function showLanguage({ language }) {
  for (const [tag, name] of Object.entries(languages)) language.add(new Option(name, tag));
  language.value = localStorage.getItem("language") ?? "";
  language.onchange = () => {
    keepValue("language", language.value);
    // The shown texts are in the previous language.
    location.reload();
  };
}

function showKeysAndInstalling(parts) {
  parts.single.checked = hasKeys();
  parts.single.onchange = () => setKeys(parts.single.checked);
  parts.keys.onclick = () => showKeys().then(() => {
    parts.single.checked = hasKeys();
  });
  const offer = () => {
    const way = wayToInstall();
    parts.installing.hidden = !way;
    parts.install.hidden = way !== "button";
    parts.share.hidden = way !== "share";
  };
  onInstallable(offer);
  offer();
  parts.install.onclick = () => attempt(install);
}
