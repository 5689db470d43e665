/** A link to hand on: as a code for another screen's camera, and as text. */

import { choose } from "./dialogs.js";
import { readTemplates, stamp } from "./dom.js";
import { t } from "./language.js";
import { draw } from "./qr.js";

/** Names by which a machine calls itself, and nobody else does. */
const ownNames = /^(localhost|127\..*|\[::1\])$/;

/** Shows a link, this once. */
export async function showLink({ title, message, path }) {
  await readTemplates("people");
  const { element, parts } = stamp("shown-link");
  const address = new URL(path, location.origin).href;
  parts.code.append(draw(address));
  parts.address.value = address;
  parts.address.onfocus = () => parts.address.select();
  parts.near.hidden = !ownNames.test(location.hostname);
  const actions = [{ value: null, name: t("Close") }];
  // Browsers let pages copy on their own only over TLS and on this machine.
  if (navigator.clipboard) actions.unshift({ value: "copy", name: t("Copy"), kind: "primary" });
  const submit = () => navigator.clipboard.writeText(address);
  await choose({ title, message, body: element, actions, submit });
}
