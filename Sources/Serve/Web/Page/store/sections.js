/** The sections of lists. */

import { sectionsAddress } from "./addresses.js";
import { currentList, knownLists } from "./lists.js";
import { open, showList } from "./open-list.js";
import { Ordered } from "./ordered.js";
import { publish } from "./topics.js";

export const sections = new Ordered("sections", {
  address: sectionsAddress,
  async read(listId) {
    const list = await currentList(listId);
    if (list) showList(list);
  },
  changed: () => publish("items"),
});

const none = [];

/** The sections of a list as they are shown. */
export function sectionsOf(listId) {
  const list = open.list?.id === listId ? open.list : knownLists.get(listId);
  return sections.shown(list?.sections ?? none, listId);
}
