/** Changes to the sections of lists. */

import { sectionsAddress } from "./addresses.js";
import { currentList } from "./lists.js";
import { showList } from "./open-list.js";
import { OrderedResources } from "./ordered-resources.js";

export const sections = new OrderedResources("sections", {
  address: sectionsAddress,
  async read(listId) {
    const list = await currentList(listId);
    if (list) showList(list);
  },
});
