/** What is handed on to another device: a link as a code for its camera and as text, or what to enter there. */

import { choose } from "./dialogs.js";
import { readTemplates, stamp } from "./dom.js";
import { t } from "./language.js";
import { draw } from "./qr.js";

/** Names by which a machine calls itself, and nobody else does. */
const ownNames = /^(localhost|127\..*|\[::1\])$/;
const isOwn = ownNames.test(location.hostname);

/** Shows a link, this once. */
export async function showLink({ title, message, path }) {
  await readTemplates("people");
  const { element, parts } = stamp("shown-link");
  const address = new URL(path, location.origin).href;
  parts.code.append(draw(address));
  parts.address.value = address;
  parts.address.onfocus = () => parts.address.select();
  parts.near.hidden = !isOwn;
  const actions = [{ value: null, name: t("Close") }];
  // Browsers let pages copy on their own only over TLS and on this machine.
  if (navigator.clipboard) actions.unshift({ value: "copy", name: t("Copy"), kind: "primary" });
  const submit = () => navigator.clipboard.writeText(address);
  await choose({ title, message, body: element, actions, submit });
}

/** Shows what a calendar app needs to know, this once. */
export async function showCalendarApp({ user, password }) {
  await readTemplates("people");
  const { element, parts } = stamp("calendar-app");
  const values = { address: new URL("/dav/", location.origin).href, user, password };
  for (const [name, value] of Object.entries(values)) {
    parts[name].value = value;
    parts[name].onfocus = () => parts[name].select();
  }
  parts.near.hidden = !isOwn;
  parts.open.hidden = isOwn || location.protocol === "https:";
  const message = t("Enter this in an app that knows CalDAV, as a new account. The password is shown this once.");
  await choose({
    title: t("Calendar app"), message, body: element, actions: [{ value: null, name: t("Close") }],
  });
}
