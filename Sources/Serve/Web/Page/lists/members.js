/** Who is on the lists that were opened, and how people are shown: by their initials in a circle. */

import * as api from "./api.js";
import { label } from "./dom.js";
import { publish } from "./topics.js";

const nobody = [];
const membersOfLists = new Map();

/** Who is on a list, as last answered; nobody where it is not shared. */
export const membersOf = (listId) => membersOfLists.get(listId) ?? nobody;

/** A member of a list by number. */
export const memberOf = (listId, id) => membersOf(listId).find(({ personId }) => personId === id);

/** Reads who is on a list that others are on as well. */
export async function loadMembers({ id, membersCount }) {
  const now = membersCount > 1 ? await api.read(`/v1/checklists/${id}/members`) : nobody;
  if (api.same(now, membersOf(id))) return;
  membersOfLists.set(id, now);
  publish("items");
}

/** How many colours the circles have. */
const tones = 6;

/** Shows somebody's initials; nothing for nobody. `description` says in words what they are there for. */
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
