/** Webhooks and their deliveries. */

import * as api from "./api.js";
import { attempt } from "./errors.js";
import { ask, choose } from "./dialogs.js";
import { fill, label, stamp, text } from "./dom.js";
import { capital, locale, moment, spokenLanguage, t } from "./language.js";
import { notice } from "./notices.js";
import { keepFresh, openPlace, showCollection } from "./place.js";
import * as writes from "./writes.js";

/** How often pending deliveries are read again. */
const watchMilliseconds = 1000;
const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const milliseconds = new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond" });

const exactly = (timestamp) => moments.format(new Date(timestamp));
const webhookAddress = ({ id }) => `/v1/webhooks/${id}`;

/** Shows the webhooks in `main`. */
export async function showWebhooks(main, signal) {
  const parts = await openPlace(main, t("Webhooks"), signal, "list");
  fill(parts.summary, t("Send reminders to other apps"));
  const load = showCollection(parts, {
    addressOf: () => "/v1/webhooks",
    key: ({ id }) => id,
    make: () => makeWebhook(() => load()),
    empty: t("No webhooks yet."),
  });
  parts.add.hidden = false;
  label(parts.add, t("Add webhook"));
  parts.add.onclick = async () => {
    const made = await addWebhook({ title: t("Add webhook") });
    if (made) await load();
    // Receivers of other formats rarely verify signatures; their secret can be renewed later.
    if (made?.format === "standard") await showSecret(made);
  };
  await keepFresh(load, signal);
}

/** Asks for a webhook, starting from `known`, and returns it if it was added. */
async function addWebhook({ title, message, known = {} }) {
  const { body, draft } = webhookFields({ url: "", description: "", format: "standard", ...known }, true);
  let made = /** @type {any} */ (undefined);
  const submit = async () => {
    made = await writes.post("/v1/webhooks", { ...draft(), events: ["reminder.due"] });
  };
  await ask({ title, message, body, action: t("Add"), submit, ready: () => draft().url !== "" });
  return made;
}

/** Adds an ntfy webhook with a random topic, and sends a test. */
export async function addPhone() {
  const topic = `checklists-${writes.newUID().replaceAll("-", "").slice(0, 16)}`;
  const made = await addWebhook({
    title: t("Reminders on your phone"), known: { url: `https://ntfy.sh/${topic}`, format: "ntfy" },
    message: t("In ntfy, subscribe to the last part of this address. Anyone who knows it can read your reminders."),
  });
  if (made) await sendTest(webhookAddress(made));
}

/** Sends a test to a channel. */
export async function sendTest(address) {
  await writes.post(`${address}/test`);
  notice(t("Test message sent."));
}

/** The fields of a webhook. Its format is fixed once it exists. */
function webhookFields({ url, description, format, template }, isNew = false) {
  const { element, parts } = stamp("webhook-fields");
  const { address, about, authorization, kind, body, type } = parts;
  address.value = url;
  about.value = description;
  kind.value = format;
  kind.disabled = !isNew;
  body.value = template?.body ?? "{{title}} · {{message}}";
  type.value = template?.contentType ?? "text/plain; charset=utf-8";
  const show = () => {
    parts.text.hidden = kind.value !== "template";
    fill(parts.hint, kindHints()[kind.value]);
  };
  kind.onchange = show;
  show();
  const draft = () => ({
    url: address.value.trim(), description: about.value.trim(),
    ...(isNew && { format: kind.value }),
    ...(isNew && kind.value !== "standard" && { language: spokenLanguage }),
    ...(authorization.value && { authorization: authorization.value.trim() }),
    ...(kind.value === "template" && { template: { contentType: type.value.trim(), body: body.value } }),
  });
  return { body: element, draft };
}

/** Explanations of the formats. */
const kindHints = () => ({
  standard: t("Sends signed JSON to your own program."),
  ntfy: t("ntfy server and topic, for example https://ntfy.sh/my-secret-topic"),
  template: t("Your own text for a chat or script. Placeholders: {{title}}, {{message}}, {{list.name}} and more."),
});

/** Shows a webhook's secret, which cannot be shown again. */
async function showSecret({ secret }) {
  const actions = [{ value: null, name: t("Close") }];
  // The Clipboard API needs HTTPS or localhost.
  if (navigator.clipboard) actions.unshift({ value: "copy", name: t("Copy"), kind: "primary" });
  await choose({
    title: t("Signing secret"),
    message: t("Use it to verify messages. Copy it now; you won’t see it again."),
    body: text("code", secret), actions, submit: () => navigator.clipboard.writeText(secret),
  });
}

function makeWebhook(reload) {
  const { element, parts } = stamp("webhook");
  let webhook;
  const loadDeliveries = showDeliveries(parts, () => webhookAddress(webhook), reload);
  const update = (now) => {
    webhook = now;
    fill(parts.name, now.description || new URL(now.url).host);
    parts.url.textContent = now.url;
    parts.active.checked = now.active;
    fill(parts.reason, now.disabledReason && t("Turned off because deliveries kept failing."));
    parts.reason.title = now.disabledReason ?? "";
  };
  const change = (values) => writes.patch(webhookAddress(webhook), webhook, values);
  const doing = (work) => async () => {
    await attempt(work);
    await reload();
  };
  parts.active.onchange = doing(() => change({ active: parts.active.checked }));
  parts.edit.onclick = doing(() => {
    const { body, draft } = webhookFields(webhook);
    const ready = () => Object.entries(draft()).some(([field, value]) => !api.same(value, webhook[field]));
    return ask({ title: t("Edit webhook"), body, action: t("Save"), submit: () => change(draft()), ready });
  });
  parts.test.onclick = () => attempt(async () => {
    await sendTest(webhookAddress(webhook));
    if (parts.log.open) await loadDeliveries();
    else parts.log.open = true;
  });
  parts.rotate.onclick = doing(async () => {
    const message = t("For 24 hours, messages are signed with both the old and the new secret.");
    if (!(await ask({ title: t("Create a new secret?"), message, action: t("Create") }))) return;
    await showSecret(await writes.post(`${webhookAddress(webhook)}/rotate-secret`));
  });
  parts.remove.onclick = doing(async () => {
    const title = t("Delete “{0}”?", webhook.description || webhook.url);
    const sure = await ask({ title, message: t("This can’t be undone."), action: t("Delete"), danger: true });
    if (sure) await writes.removeSeen(webhookAddress(webhook), webhook, ["url"]);
  });
  return { element, update };
}

/** The deliveries of a webhook, read again while some are pending; then `sent` is called. */
function showDeliveries({ deliveries, none, more, log, status }, addressOfWebhook, sent) {
  let timer, watching;
  const read = showCollection({ content: deliveries, nothing: none, later: more }, {
    addressOf: () => `${addressOfWebhook()}/deliveries${status.value && `?status=${status.value}`}`,
    key: ({ id }) => id,
    make: () => makeDelivery(load),
    empty: t("No deliveries yet."),
    changed: ({ elements }) => {
      clearTimeout(timer);
      const soon = new Date(Date.now() + 60 * watchMilliseconds).toISOString();
      const moving = elements.some((one) => one.status === "pending" && !(one.nextAttemptAt > soon));
      if (moving && log.isConnected && log.open) timer = setTimeout(read, watchMilliseconds);
      // A delivery may have turned the webhook off.
      if (!moving && watching) sent();
      watching &&= moving;
    },
  });
  const load = () => {
    watching = true;
    return read();
  };
  log.ontoggle = () => log.open && load();
  status.onchange = load;
  return load;
}

function makeDelivery(reload) {
  const { element, parts } = stamp("delivery");
  const update = ({ id, status, event, createdAt, attempts, nextAttemptAt }) => {
    parts.status.textContent = t(capital(status));
    parts.status.className = `state ${status}`;
    parts.event.textContent = event;
    parts.when.textContent = exactly(createdAt);
    parts.again.onclick = () => attempt(async () => {
      await writes.post(`/v1/deliveries/${id}/redeliver`);
      await reload();
    });
    parts.again.hidden = status === "pending";
    const lines = attempts.map((one) => {
      const took = milliseconds.format(one.durationMilliseconds);
      return text("li", [exactly(one.at), took, one.error ?? one.status].join(" · "));
    });
    if (nextAttemptAt) lines.push(text("li", t("Next attempt: {0}", moment(nextAttemptAt))));
    parts.attempts.replaceChildren(...lines);
  };
  return { element, update };
}
