/** Changes to the sections of lists. */

import { listAddress, sectionsAddress } from "./addresses.js";
import { read } from "./api.js";
import { currentList } from "./lists.js";
import { showList } from "./open-list.js";
import { OrderedResources } from "./ordered-resources.js";

export const sections = new OrderedResources("sections", {
  address: sectionsAddress,
  now: async (listId) => (await read(listAddress(listId), { fresh: true })).sections,
  async read(listId) {
    const list = await currentList(listId);
    if (list) showList(list);
  },
});
