/** What assistants propose and did: cards with proposals, and the undoing of sessions. */

import * as api from "./api.js";
import { fill, label, stamp } from "./dom.js";
import { attempt } from "./errors.js";
import { momentInText, number, t } from "./language.js";
import { isGuest } from "./me.js";
import { notice } from "./notices.js";
import { rights } from "./session.js";
import { publish } from "./topics.js";
import * as writes from "./writes.js";

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
  fill(parts.text, t("{0} asks for approval", name));
  parts.changes.replaceChildren(...linesOf(proposal).map(makeLine));
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
  parts.approve.onclick = deciding(async () => tellLeftOut(await writes.post(`${address}/approve`)));
  parts.decline.onclick = deciding(() => writes.removeAll(address));
  return element;
}

function makeLine(text) {
  const line = document.createElement("li");
  line.dir = "auto";
  line.textContent = text;
  return line;
}

/** How many changes a card lists. */
const LISTED_MAX = 10;

function linesOf({ changes }) {
  const lines = changes.slice(0, LISTED_MAX).map((change) => {
    const { itemsCount: count, texts } = change;
    const quoted = texts.map((text) => t("“{0}”", text));
    if (count > texts.length && texts.length) quoted.push("…");
    return [sentenceOf(change), quoted.join(", ")].filter(Boolean).join(": ");
  });
  const more = changes.length - LISTED_MAX;
  return more > 0 ? [...lines, t("and {0} more", number(more))] : lines;
}

function sentenceOf({ action, subject, itemsCount: count, name }) {
  switch (`${action} ${subject}`) {
    case "add items":
      return count === 1 ? t("Add 1 item to “{0}”", name) : t("Add {0} items, including to “{1}”", number(count), name);
    case "change items":
      if (count === 1) return t("Change 1 item in “{0}”", name);
      return t("Change {0} items, including in “{1}”", number(count), name);
    case "delete items":
      if (count === 1) return t("Delete 1 item from “{0}”", name);
      return t("Delete {0} items, including from “{1}”", number(count), name);
    case "add checklist": return t("Add the list “{0}”", name);
    case "change checklist": return t("Change the list “{0}”", name);
    case "delete checklist": return t("Delete the list “{0}” (items: {1})", name, number(count));
    case "delete section": return t("Delete the section “{0}”", name);
    case "delete tag": return t("Delete the tag “{0}”", name);
    case "delete view": return t("Delete the view “{0}”", name);
    case "change view": return t("Change the view “{0}”", name);
    default: return t("No change");
  }
}

/** Says what an approval left out, because others have changed it. */
function tellLeftOut({ leftOut = [] }) {
  const names = leftOut.flatMap((part) => part.names).slice(0, LISTED_MAX).map((name) => t("“{0}”", name));
  if (leftOut.length) notice(t("Left out, because it has changed: {0}", names.join(", ")));
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
      const { changedItemIds: items, changedChecklistIds: lists } = await writes.post(`/v1/sessions/${session.id}/undo`);
      const stay = items.length + lists.length;
      if (stay > 0) notice(t("Undone, except what you or others changed since: {0}.", number(stay)));
      publish("refresh");
    });
    return element;
  });
}
