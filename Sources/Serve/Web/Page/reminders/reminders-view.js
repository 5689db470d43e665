/** The upcoming reminders. */

import { snoozeItem } from "./changes.js";
import { fill, label, openMenuBy, stamp } from "./dom.js";
import { midnight, moment, number, t } from "./language.js";
import { knownLists } from "./lists.js";
import { isGuest, loadMe, showRole } from "./me.js";
import { keepFresh, openPlace, showCollection } from "./place.js";
import { makeChannels } from "./channels.js";
import { rights } from "./session.js";

const morningHour = 9;

/** Shows the reminders in `main`. */
export async function showReminders(main, signal) {
  const parts = await openPlace(main, t("Reminders"), signal, "reminders");
  const load = showCollection(parts, {
    addressOf: () => "/v1/reminders",
    key: ({ itemId, at }) => `${itemId} ${at}`,
    make: () => makeReminderRow(() => load()),
    empty: t("No upcoming reminders."),
    changed: ({ total }) => fill(parts.summary, t("{0} upcoming", number(total))),
  });
  if (isGuest() || !rights.write) return keepFresh(load, signal);
  const reach = makeChannels();
  parts.content.before(reach.element);
  await keepFresh(() => Promise.all([load(), loadMe().then(reach.load)]), signal);
}

function makeReminderRow(reload) {
  const { element, parts } = stamp("reminder-row");
  let item;
  const update = ({ itemId, checklistId, text, at }) => {
    item = itemId;
    parts.text.textContent = text;
    parts.at.textContent = moment(at);
    parts.link.href = `#/lists/${checklistId}/items/${itemId}`;
    fill(parts.list, knownLists.get(checklistId)?.name);
    element.dataset.icon = knownLists.get(checklistId)?.icon ?? "";
    showRole(element, knownLists.get(checklistId) ?? {});
    label(parts.snooze, t("Snooze “{0}”", text));
  };
  openMenuBy(parts.snooze, parts.menu, async ({ value }) => {
    const morning = midnight(new Date(), 1);
    morning.setHours(morningHour);
    const until = value === "tomorrow" ? morning : new Date(Date.now() + Number(value) * 60_000);
    await snoozeItem(item, until.toISOString());
    await reload();
  });
  return { element, update };
}
