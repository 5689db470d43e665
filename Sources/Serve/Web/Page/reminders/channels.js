/** The cards of the reminder channels: this device, phone and e-mail. */

import * as api from "./api.js";
import { ask } from "./dialogs.js";
import { fill, stamp } from "./dom.js";
import { reasonOf } from "./errors.js";
import { spokenLanguage, t } from "./language.js";
import { canShow, hasChannel, loadMe, me } from "./me.js";
import { notice } from "./notices.js";
import { enablePush, disablePush, subscription } from "./push.js";
import { addPhone, sendTest } from "./webhooks-view.js";
import * as writes from "./writes.js";

const mailAddress = "/v1/me/email";

/** Whether a webhook reaches a phone through the app ntfy. */
const isPhone = ({ format, events }) => format === "ntfy" && events.includes("reminder.due");

/** Makes the cards. */
export function makeChannels() {
  const { element, parts } = stamp("reach");
  let mail;
  let phones = [];

  /** Wraps an action of a card: shows its error or the new state. */
  const doing = (work) => async () => {
    fill(parts.error, "");
    try {
      await work();
      await loadMe();
    } catch (error) {
      fill(parts.error, reasonOf(error));
    }
    await load();
  };

  async function load() {
    const isOn = canShow() && Notification.permission === "granted" && (await subscription()) !== null;
    mail = me.offers?.email ? await api.read(mailAddress).catch(api.orGone) : undefined;
    parts.here.checked = isOn;
    parts.here.disabled = !canShow();
    const why = me.offers?.pushSubscriptions
      ? t("Needs HTTPS; on iPhone add to Home Screen first.")
      : t("Notifications aren’t available on this server.");
    fill(parts.unable, canShow() ? "" : why);
    parts.hereWorks.hidden = !isOn;
    phones = (await writes.readAll("/v1/webhooks?")).filter(isPhone);
    showPhone(parts, phones);
    showMail(parts, mail);
    parts.trial.hidden = !hasChannel();
    fill(parts.none, hasChannel() ? "" : t("Reminders are off. Choose how to get them."));
  }

  parts.here.onchange = doing(() => (parts.here.checked ? enablePush() : disablePush()));
  const put = async (address) => {
    await writes.put(mailAddress, { address, language: spokenLanguage });
    notice(t("Confirmation link sent to {0}.", address));
  };
  parts.phone.onclick = doing(addPhone);
  parts.dropPhone.onclick = doing(async () => {
    for (const webhook of phones) await writes.removeSeen(`/v1/webhooks/${webhook.id}`, webhook, ["url"]);
  });
  parts.test.onclick = doing(sendTests);
  parts.again.onclick = doing(() => put(mail.address));
  parts.drop.onclick = doing(() => writes.removeAll(mailAddress));
  parts.set.onclick = doing(async () => {
    const { element: body, parts: { field } } = stamp("mail-field");
    field.value = mail?.address ?? "";
    await ask({
      title: t("E-mail reminders"), body, action: t("Send link"),
      message: t("A confirmation link will be sent to this address."),
      ready: () => field.value.includes("@"), submit: () => put(field.value.trim()),
    });
  });
  showMail(parts);
  return { element, load };
}

/** Shows the addresses that the app ntfy receives reminders from. */
function showPhone({ phone, dropPhone, app, phoneWorks, phoneFailed }, phones) {
  const works = phones.some(({ active }) => active);
  phoneWorks.hidden = !works;
  fill(app, phones.map(({ url }) => url).join(" ") || t("Needs the free app ntfy."));
  fill(phoneFailed, phones.length > 0 && !works && t("Turned off because deliveries kept failing."));
  phone.hidden = works;
  dropPhone.hidden = phones.length === 0;
}

/** Shows the address of reminders by mail; `mail` is undefined if there is none. */
function showMail({ address: shown, waiting, mailWorks, again, set, drop }, mail) {
  const { address, confirmed, disabledReason } = mail ?? {};
  const isOffered = Boolean(me.offers?.email);
  mailWorks.hidden = !confirmed || Boolean(disabledReason);
  fill(shown, address);
  const refused = disabledReason && t("Turned off because the mail server refused this address.");
  const missing = isOffered ? "" : t("Not available on this server.");
  fill(waiting, !address ? missing : confirmed ? refused : t("Not confirmed yet. Open the link in the e-mail."));
  again.hidden = !address || confirmed;
  set.hidden = !isOffered;
  set.textContent = address ? t("Change…") : t("Add…");
  drop.hidden = !address;
}

/** Sends a test through each channel. */
async function sendTests() {
  const endpoint = (await subscription())?.endpoint;
  const here = (await writes.readAll("/v1/push-subscriptions?")).filter((one) => one.endpoint === endpoint);
  const webhooks = (await writes.readAll("/v1/webhooks?")).filter(({ active, events }) => active && events.includes("reminder.due"));
  const addresses = [
    ...here.map(({ id }) => `/v1/push-subscriptions/${id}`), ...webhooks.map(({ id }) => `/v1/webhooks/${id}`),
    ...(me.reachableBy.email ? [mailAddress] : []),
  ];
  for (const address of addresses) await sendTest(address);
}
