/** The dialog that asks for a token, or signs in at a provider. */

import { choose } from "./dialogs.js";
import { text } from "./dom.js";
import { t } from "./language.js";
import { clearLocalData } from "./local-data.js";
import { isGuest, me } from "./me.js";

/** The parts of the page with the data of the caller. */
const contents = ["sidebar", "main", "sheet"].map((id) => document.getElementById(id));

/** Hides the data while the server refuses the caller. A guest will not come back, so theirs is deleted. */
async function lock() {
  for (const part of contents) part.style.visibility = "hidden";
  if (isGuest()) await clearLocalData();
}

/** Asks until the server accepts a token. */
export async function askForToken(refused, check) {
  if (refused) await lock();
  try {
    return await enterToken(refused, check);
  } finally {
    for (const part of contents) part.style.visibility = "";
  }
}

async function enterToken(refused, check) {
  const field = text("label", "");
  const input = document.createElement("input");
  Object.assign(input, { name: "token", type: "password", autocomplete: "current-password", spellcheck: false });
  field.append(text("span", t("Token")), input);
  // Password managers store a password under a user name.
  const name = document.createElement("input");
  Object.assign(name, { autocomplete: "username", value: t("Checklists"), hidden: true }).dataset.later = "";
  const body = new DocumentFragment();
  body.append(name, field);
  for (const { name: provider, path } of await providers()) {
    const button = text("button", t("Sign in with {0}", provider));
    Object.assign(button, { type: "button", onclick: () => location.assign(path) });
    body.prepend(button);
  }
  let token;
  await choose({
    title: t("Sign in"), message: reason(refused), body, closable: false,
    actions: [{ value: "yes", name: t("Sign in"), kind: "primary" }],
    submit: async (form) => {
      token = form.token.value.trim();
      if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(t("A token has only letters, digits and symbols, no spaces."));
      await check(token);
    },
  });
  return token;
}

/** The providers at which people sign in. */
async function providers() {
  const answer = await fetch("/v1/sign-in").catch(() => undefined);
  return answer?.ok ? (await answer.json()).providers : [];
}

/** Why the page asks for a token. */
function reason(refused) {
  if (!refused) return t("Open your sign-in link, or paste a token. No link? Ask the owner.");
  if (isGuest()) return t("This link was turned off. Ask for a new one.");
  if (me.device) return t("This device was signed out. Open a new sign-in link, or paste a token.");
  return t("This token isn’t valid. Try another one.");
}
