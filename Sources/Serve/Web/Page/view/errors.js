/** Errors as notices. */

import { Conflict } from "./api.js";
import { t } from "./language.js";
import { notice } from "./notices.js";

/** The length of an item's text in an error. */
const nameMax = 60;

/** The text of an error. One of the language is a bug of the page: the API client and `later.js` handle lost connections. */
export function reasonOf(error) {
  if (![TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)) return error.message;
  console.error(error);
  return t("Something went wrong on this page. Reload it.");
}

/** Shows an error; `about` names the item if it is not visible. */
export function explain(error, about = "") {
  const name = about.length > nameMax ? `${about.slice(0, nameMax)}…` : about;
  const reason = reasonOf(error);
  const failed = name ? t("Couldn’t save “{0}”. {1}", name, reason) : t("That didn’t work. {0}", reason);
  const conflict = name ? t("{0}: {1}", name, reason) : reason;
  notice(error instanceof Conflict ? conflict : failed, { alert: true });
}

/** Runs an action and shows its error. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    explain(error);
    return undefined;
  }
}
