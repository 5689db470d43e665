/** Bundle of everything that the first view of a list does not need, loaded once that is shown. */

import * as account from "./account.js";
import * as agenda from "./agenda-view.js";
import * as bulkChanges from "./bulk-changes.js";
import * as changes from "./changes.js";
import { Composer } from "./composer.js";
import * as conflict from "./conflict.js";
import { ItemEditor } from "./item-editor.js";
import * as keysDialog from "./keys-dialog.js";
import * as listForm from "./list-form.js";
import * as listMoves from "./list-moves.js";
import * as live from "./live.js";
import * as map from "./map.js";
import * as palette from "./palette.js";
import { openPlace } from "./place.js";
import { makePullable } from "./pulling.js";
import * as push from "./push.js";
import { QuickAdd } from "./quick-add.js";
import * as refusals from "./refusals.js";
import * as reminders from "./reminders-view.js";
import * as reordering from "./reordering.js";
import * as savedView from "./saved-view.js";
import * as settings from "./settings.js";
import * as sharing from "./sharing.js";
import * as signIn from "./sign-in.js";
import * as structure from "./structure.js";
import { showViews } from "./sidebar-views.js";
import { Suggestions } from "./suggestions.js";
import * as token from "./token.js";
import * as trash from "./trash-view.js";
import * as views from "./views-view.js";
import { weatherOf } from "./weather.js";
import * as webhooks from "./webhooks-view.js";

export const editing = {
  Composer, ItemEditor, QuickAdd, Suggestions, makePullable, openPlace, showViews, weatherOf, ...account,
  ...bulkChanges, ...changes, ...conflict, ...keysDialog, ...listForm, ...listMoves, ...live, ...map, ...palette, ...push,
  ...refusals, ...reordering, ...savedView, ...settings, ...sharing, ...signIn, ...structure, ...token,
  /** The places, by their names in addresses. */
  places: { agenda, reminders, trash, views, webhooks },
};
