/** The session of this browser: its token, the owner of the local data, and the rights of the token. */

import { meAddress, preferencesAddress } from "./addresses.js";
import { secondsTo, untilReachable } from "./connection.js";
import { t } from "./language.js";
import { isOtherOwner, ownerKey, setOwner } from "./local-data.js";

/** Callbacks of the page. */
export const session = {
  askForToken: async (_refused, _check) => "",
  tokenChanged: () => {},
  rightsChanged: () => {},
};

/** The token is shared by all tabs of this browser. */
const savedToken = () => localStorage.getItem("token");
let token = savedToken();
let asking;

/** The token of this tab's requests; `null` if there is none. */
export const currentToken = () => token;

/** Whether a token is stored. */
export const hasToken = () => token !== null;

/** Stores a token. Returns whether the local data belonged to another owner. */
export async function saveToken(given) {
  const owner = await ownerOf(given);
  const isOther = owner !== undefined && (await setOwner(owner));
  token = given;
  localStorage.setItem("token", given);
  return isOther;
}

/** The owner key of a token, waiting while offline; `undefined` if the token is invalid. */
async function ownerOf(given) {
  for (;;) {
    const headers = { Authorization: `Bearer ${given}` };
    // The target of a redirect must not get the token. A proxy that redirects to its sign-in counts as offline.
    const answer = await fetch(meAddress, { headers, redirect: "manual" }).catch(() => undefined);
    const content = await answer?.json().catch(() => undefined);
    if (answer?.ok && (content?.person || content?.checklistId)) return ownerKey(content);
    if (content && answer.status === 401) return undefined;
    await untilReachable({ seconds: answer?.status === 429 ? secondsTo(answer) : undefined });
  }
}

/** Reloads the page for another owner. Never resolves, so that running operations stop. */
export function reloadPage() {
  location.reload();
  return new Promise(() => {});
}

/** Whether the token allows changes. */
export const rights = { write: true };

/** Checks a token and its scope with an empty patch of the preferences. */
export async function checkToken(given = token) {
  const headers = { Authorization: `Bearer ${given}`, "Content-Type": "application/merge-patch+json" };
  const answer = await fetch(preferencesAddress, { method: "PATCH", headers, body: "{}", redirect: "manual" }).catch(() => undefined);
  // Offline: later requests check the token.
  if (!answer?.status) return;
  if (answer.status === 401) throw new Error(t("This token isn’t valid. Try another one."));
  if (answer.status === 429) throw new Error(t("Too many requests. Try again in {0} s.", secondsTo(answer)));
  // Guests always get 403. Only a refused scope comes with `WWW-Authenticate`.
  allowWriting(answer.status !== 403 || !answer.headers.has("WWW-Authenticate"));
}

/** Stores whether changes are allowed. */
export function allowWriting(write) {
  if (write === rights.write) return;
  rights.write = write;
  session.rightsChanged();
}

/** Deletes the token. */
export const forgetToken = () => localStorage.removeItem("token");

/** Replaces a refused token: by the sign-in of a proxy, which needs none, or by one that the person enters. */
async function replaceToken(refused) {
  const proxied = refused !== null && await fetch(meAddress).then(
    async (answer) => answer.ok && (await answer.json()).signedInByProxy, () => false);
  if (proxied) {
    forgetToken();
    await reloadPage();
  }
  const given = await session.askForToken(refused !== null, checkToken);
  if (await saveToken(given)) await reloadPage();
  session.tokenChanged();
}

/** Signs in by `work`, whose requests need no token. Other requests that the server refuses meanwhile wait for it. */
export async function signInBy(work) {
  const signingIn = work();
  // If it fails, the waiting requests are refused again, and the page asks for a token.
  asking = signingIn.catch(() => {}).finally(() => {
    asking = undefined;
  });
  await signingIn;
}

/** Asks for a token once for all refused requests, unless another tab has stored a newer one. */
export async function renewToken(refused) {
  if (token !== refused) return;
  const elsewhere = savedToken();
  if (elsewhere !== null && elsewhere !== refused) {
    // Another tab has signed in.
    if (isOtherOwner()) await reloadPage();
    token = elsewhere;
    session.tokenChanged();
    return;
  }
  asking ??= replaceToken(refused).finally(() => {
    asking = undefined;
  });
  await asking;
}
