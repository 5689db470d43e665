/** The views beside lists, and dialogs that are opened rarely. */

import { showAgenda } from "./agenda-view.js";
import { showReminders } from "./reminders-view.js";
import { showSettings } from "./settings.js";
import { showShopping } from "./shopping.js";
import { showTrash } from "./trash-view.js";
import { showWebhooks } from "./webhooks-view.js";

export * from "./keys-dialog.js";
export * from "./list-form.js";
export * from "./palette.js";
export * from "./pasted.js";
export * from "./refusals.js";

/** The views by the name in their address. */
export const morePlaces = {
  agenda: showAgenda, reminders: showReminders, settings: showSettings, shop: showShopping, trash: showTrash,
  webhooks: showWebhooks,
};
