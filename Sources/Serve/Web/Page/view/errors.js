/** Errors as notices. */

import { Conflict } from "./api.js";
import { t } from "./language.js";
import { notice } from "./notices.js";

/** The length of an item's text in an error. */
const nameMax = 60;

/** The text of an error. Browsers report a file that failed to load as a `TypeError` in English. */
export const reasonOf = (error) =>
  error instanceof TypeError ? t("This couldn’t be loaded. Check your connection and try again.") : error.message;

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
