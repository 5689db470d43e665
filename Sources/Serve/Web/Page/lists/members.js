/** Members of the opened lists, and the circles with their initials. */

import * as api from "./api.js";
import { label } from "./dom.js";
import { publish } from "./topics.js";

const noMembers = [];
const membersOfLists = new Map();

/** The members of a list; empty unless it is shared. */
export const membersOf = (listId) => membersOfLists.get(listId) ?? noMembers;

/** A member by person id. */
export const memberOf = (listId, id) => membersOf(listId).find(({ personId }) => personId === id);

/** Reads the members of a shared list. */
export async function loadMembers({ id, membersCount }) {
  const address = `/v1/checklists/${id}/members`;
  if (!(membersCount > 1)) takeMembers(id, noMembers);
  else if (membersOfLists.has(id)) takeMembers(id, await api.read(address));
  else await api.readSoon(address, (now) => takeMembers(id, now));
}

function takeMembers(id, now) {
  if (api.same(now, membersOfLists.get(id))) return;
  membersOfLists.set(id, now);
  publish("items");
}

/** The number of circle colours. */
const tones = 6;

/** Shows a person's initials, or hides the circle without a person. `description` is its accessible name. */
export function showInitials(element, person, description) {
  element.hidden = !person;
  if (!person) return;
  const words = person.name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  element.textContent = ends.map((word) => [...word][0]).join("").toLocaleUpperCase();
  element.dataset.tone = (person.personId ?? person.id) % tones;
  if (!description) return;
  label(element, description);
  element.title = description;
}
