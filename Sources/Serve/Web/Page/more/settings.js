/** The settings of this device. */

import { choose } from "./dialogs.js";
import { stamp } from "./dom.js";
import { t } from "./language.js";
import { doLater } from "./later.js";
import { showExchange } from "./opening.js";
import { hasToken } from "./session.js";
import { setTheme, theme } from "./theme.js";

/** Languages by their own names. */
const languages = { en: "English", de: "Deutsch", fr: "Français", ja: "日本語" };

/** Opens the dialog. */
export async function showSettings() {
  const { element, parts } = stamp("settings-fields");
  for (const choice of parts.theme.querySelectorAll("input")) {
    choice.checked = choice.value === theme();
    choice.onchange = () => setTheme(choice.value);
  }
  for (const [tag, name] of Object.entries(languages)) parts.language.add(new Option(name, tag));
  parts.exchange.onclick = () => {
    element.closest("dialog").close();
    showExchange();
  };
  const before = localStorage.getItem("language") ?? "";
  parts.language.value = before;
  const actions = [{ value: null, name: t("Close") }];
  if (hasToken()) actions.push({ value: "forget", name: t("Sign out") });
  const chosen = await choose({ title: t("Settings"), body: element, actions });
  if (chosen === "forget") return doLater("signOut", "people")();
  const { value } = parts.language;
  if (value === before) return;
  if (value) localStorage.setItem("language", value);
  else localStorage.removeItem("language");
  // The shown texts are in the previous language.
  location.reload();
}
