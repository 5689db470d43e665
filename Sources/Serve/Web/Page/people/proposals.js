/** What assistants propose and did: cards with proposals, and the undoing of sessions. */

import * as api from "./api.js";
import { fill, label, stamp } from "./dom.js";
import { attempt } from "./errors.js";
import { momentInText, number, t } from "./language.js";
import { isGuest } from "./me.js";
import { notice } from "./notices.js";
import { rights } from "./session.js";
import { publish } from "./topics.js";

/** The cards that are shown, by the ids of their proposals. */
const cards = new Map();

const nameOf = (devices, { deviceId }) => devices.find(({ id }) => id === deviceId)?.name ?? t("An assistant");

/** Shows a card for each open proposal, and removes the others. */
export async function showProposals() {
  if (!rights.write || isGuest()) return;
  const [proposals, devices] = await Promise.all([api.readOnce("/v1/proposals"), api.readOnce("/v1/devices")]);
  for (const [id, card] of cards) {
    if (proposals.some((proposal) => proposal.id === id)) continue;
    card.remove();
    cards.delete(id);
  }
  for (const proposal of proposals) {
    if (cards.has(proposal.id)) continue;
    const card = makeCard(proposal, nameOf(devices, proposal));
    cards.set(proposal.id, card);
    document.getElementById("alerts").append(card);
  }
}

function makeCard(proposal, name) {
  const { element, parts } = stamp("proposal");
  const address = `/v1/proposals/${proposal.id}`;
  fill(parts.text, sentenceOf(proposal, name));
  /** Sends the decision. A proposal that was decided elsewhere goes away. */
  const deciding = (send) => () => attempt(async () => {
    parts.approve.disabled = parts.decline.disabled = true;
    try {
      await send();
    } finally {
      parts.approve.disabled = parts.decline.disabled = false;
      await showProposals();
    }
    publish("refresh");
  });
  parts.approve.onclick = deciding(() => api.post(`${address}/approve`));
  parts.decline.onclick = deciding(() => api.removeAll(address));
  return element;
}

function sentenceOf({ action, subject, itemsCount: count, name: of }, name) {
  if (subject === "checklist") return t("{0} wants to delete the list “{1}”.", name, of);
  if (subject === "section") return t("{0} wants to delete the section “{1}”.", name, of);
  if (subject === "tag") return t("{0} wants to delete the tag “{1}”.", name, of);
  if (subject === "view") return t("{0} wants to delete the view “{1}”.", name, of);
  if (action === "change") return t("{0} wants to change {1} items, including in “{2}”.", name, number(count), of);
  if (count === 1) return t("{0} wants to delete 1 item from “{1}”.", name, of);
  return t("{0} wants to delete {1} items, including from “{2}”.", name, number(count), of);
}

/** The rows of the sessions that can be undone. */
export function makeSessions(sessions, devices, doing) {
  return sessions.map((session) => {
    const { element, parts } = stamp("device");
    const { itemsCount: count, startedAt, endedAt, deviceId } = session;
    const name = nameOf(devices, { deviceId });
    fill(parts.name, name);
    const items = count === 1 ? t("1 item changed") : t("{0} items changed", number(count));
    fill(parts.used, `${items}, ${momentInText(endedAt)}`);
    fill(parts.remove, t("Undo"));
    label(parts.remove, t("Undo what {0} did since {1}", name, momentInText(startedAt)));
    parts.remove.onclick = doing(async () => {
      const { changedItemIds: items, changedChecklistIds: lists } = await api.post(`/v1/sessions/${session.id}/undo`);
      const stay = items.length + lists.length;
      if (stay > 0) notice(t("Undone, except what you or others changed since: {0}.", number(stay)));
      publish("refresh");
    });
    return element;
  });
}
