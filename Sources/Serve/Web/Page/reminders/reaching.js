/** How reminders reach who is here: this browser shows them, or they come by mail, or webhooks are told. */

import * as api from "./api.js";
import { ask } from "./dialogs.js";
import { fill, stamp } from "./dom.js";
import { number, spokenLanguage, t } from "./language.js";
import { canShow, isReached, loadMe, me } from "./me.js";
import { notice } from "./notices.js";
import { showHere, showNoMore, subscription } from "./push.js";

const mailAddress = "/v1/me/email";

/** The ways there are, to be changed. */
export function makeReach() {
  const { element, parts } = stamp("reach");
  let mail;

  /** Does something, and says below why it was not done. */
  const doing = (work) => async () => {
    fill(parts.error, "");
    try {
      await work();
      await loadMe();
    } catch (error) {
      fill(parts.error, error.message);
    }
    await load();
  };

  async function load() {
    const isOn = canShow() && Notification.permission === "granted" && (await subscription()) !== null;
    mail = me.offers?.email ? await api.read(mailAddress).catch(api.orGone) : undefined;
    parts.here.checked = isOn;
    parts.here.disabled = !canShow();
    const why = me.offers?.pushSubscriptions
      ? t("This browser shows none here: that takes HTTPS and, on an iPhone, the page on the Home Screen.")
      : t("The service lacks what encrypting takes; its log says what.");
    fill(parts.unable, canShow() ? "" : why);
    parts.mail.hidden = !me.offers?.email;
    const { address, confirmed, disabledReason } = mail ?? {};
    fill(parts.address, address);
    fill(parts.waiting, address && (confirmed ? disabledReason : t("Not confirmed yet: open the link in the mail.")));
    parts.again.hidden = !address || confirmed;
    parts.set.textContent = address ? t("Change…") : t("Add…");
    parts.drop.hidden = !address;
    fill(parts.others, t("Apps and programs that are told: {0}", number(me.reachableBy?.webhooks ?? 0)));
    parts.trial.hidden = !isReached();
    fill(parts.none, isReached() ? "" : t("Nothing is set up yet that would carry a reminder to you."));
  }

  parts.here.onchange = doing(() => (parts.here.checked ? showHere() : showNoMore()));
  const put = async (address) => {
    await api.put(mailAddress, { address, language: spokenLanguage });
    notice(t("A link is on its way to {0}.", address));
  };
  parts.phone.onclick = doing(async () => (await import("./webhooks-view.js")).addPhone());
  parts.test.onclick = doing(sendTests);
  parts.again.onclick = doing(() => put(mail.address));
  parts.drop.onclick = doing(() => api.removeAll(mailAddress));
  parts.set.onclick = doing(async () => {
    const { element: body, parts: { field } } = stamp("mail-field");
    field.value = mail?.address ?? "";
    await ask({
      title: t("Reminders by e-mail"), body, action: t("Send a link"),
      message: t("A link comes to this address first, so that reminders go to nobody else."),
      ready: () => field.value.includes("@"), submit: () => put(field.value.trim()),
    });
  });
  return { element, load };
}

/** Sends a test by each way by which reminders come. */
async function sendTests() {
  const { sendTest } = await import("./webhooks-view.js");
  const endpoint = (await subscription())?.endpoint;
  const here = (await api.readAll("/v1/push-subscriptions?")).filter((one) => one.endpoint === endpoint);
  const told = (await api.readAll("/v1/webhooks?")).filter(({ active, events }) => active && events.includes("reminder.due"));
  const addresses = [
    ...here.map(({ id }) => `/v1/push-subscriptions/${id}`), ...told.map(({ id }) => `/v1/webhooks/${id}`),
    ...(me.reachableBy.email ? [mailAddress] : []),
  ];
  for (const address of addresses) await sendTest(address);
}
