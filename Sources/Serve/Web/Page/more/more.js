/** The views and dialogs that are opened rarely. */

import { showReminders } from "./reminders-view.js";
import { showTrash } from "./trash-view.js";
import { showWebhooks } from "./webhooks-view.js";

export * from "./keys-dialog.js";
export * from "./settings.js";

/** The views by the name in their address. */
export const morePlaces = { reminders: showReminders, trash: showTrash, webhooks: showWebhooks };
