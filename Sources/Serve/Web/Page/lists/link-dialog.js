/** Dialogs with something for another device: a link with its QR code, or the details of a calendar account. */

import * as api from "./api.js";
import { choose } from "./dialogs.js";
import { stamp } from "./dom.js";
import { t } from "./language.js";

/** Host names that lead to this computer only. */
const ownNames = /^(localhost|127\..*|\[::1\])$/;
const isOwn = ownNames.test(location.hostname);

/** Shows a link that cannot be shown again. */
export async function showLink({ title, message, path }) {
  const address = new URL(path, location.origin).href;
  // A touch screen has a sheet of apps to send it with. If it is closed, the link is shown.
  if (navigator.share && matchMedia("(pointer: coarse)").matches && !isOwn) {
    if (await navigator.share({ title, url: address }).then(() => true, () => false)) return;
  }
  const { element, parts } = stamp("shown-link");
  drawCode(parts.code, address);
  parts.address.value = address;
  parts.address.onfocus = () => parts.address.select();
  parts.near.hidden = !isOwn;
  const actions = [{ value: "copy", name: t("Copy"), kind: "primary" }, { value: null, name: t("Close") }];
  await choose({ title, message, body: element, actions, submit: () => copy(parts.address) });
}

/** Copies a field. The Clipboard API needs HTTPS or localhost. */
async function copy(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  document.execCommand("copy");
}

/** Shows the QR code of a link, drawn by the server. It is decorative: the dialog has the link as text. */
async function drawCode(place, link) {
  const read = (answer) => answer.text();
  try {
    const drawing = await api.preview("/v1/qr-codes", { text: link }, { read });
    const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
    documentElement.setAttribute("aria-hidden", true);
    place.replaceChildren(documentElement);
  } catch (error) {
    const isAway = error instanceof api.Unreachable;
    place.textContent = isAway ? t("The QR code needs a connection. The link still works.") : error.message;
  }
}

/** Shows an access token, which cannot be shown again. */
export async function showToken(token) {
  const { element, parts } = stamp("shown-token");
  parts.token.value = token;
  parts.token.onfocus = () => parts.token.select();
  const actions = [{ value: "copy", name: t("Copy"), kind: "primary" }, { value: null, name: t("Close") }];
  const message = t("Copy it now; you won’t see it again. To revoke it, sign out its device.");
  await choose({ title: t("New access token"), message, body: element, actions, submit: () => copy(parts.token) });
}

/** Shows the account details for a calendar app, which cannot be shown again. */
export async function showCalendarApp({ user, password }) {
  const { element, parts } = stamp("calendar-app");
  showValues(parts, { address: new URL("/dav/", location.origin).href, user, password });
  parts.open.hidden = isOwn || location.protocol === "https:";
  const message = t("Add a CalDAV account with these details. Copy the password now; you won’t see it again.");
  await choose({
    title: t("Calendar app"), message, body: element, actions: [{ value: null, name: t("Close") }],
  });
}

/** Shows the address and the token for an assistant, which cannot be shown again. */
export async function showAssistant(token) {
  const { element, parts } = stamp("assistant");
  showValues(parts, { address: new URL("/mcp", location.origin).href, token });
  const message = t("Add an MCP server with these details. Copy the token now; you won’t see it again.");
  await choose({ title: t("Assistant"), message, body: element, actions: [{ value: null, name: t("Close") }] });
}

/** Fills fields that a person copies. */
function showValues(parts, values) {
  for (const [name, value] of Object.entries(values)) {
    parts[name].value = value;
    parts[name].onfocus = () => parts[name].select();
  }
  parts.near.hidden = !isOwn;
}
