/** Changes to the sections of lists. */

import { sectionsAddress } from "./addresses.js";
import { currentList } from "./lists.js";
import { showList } from "./open-list.js";
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
