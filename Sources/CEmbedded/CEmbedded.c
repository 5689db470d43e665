#include "CEmbedded.h"

static const char description[] = {
#embed "../../openapi.yaml" suffix(, 0)
};

static const char page[] = {
#embed "../Web/Page/index.html" suffix(, 0)
};

static const char worker[] = {
#embed "../Web/Page/worker.js" suffix(, 0)
};

static const struct EmbeddedFile assets[] = {
    {"agenda-view.js", (const char[]){
#embed "../Web/Page/agenda-view.js" suffix(, 0)
    }},
    {"alarm-fields.js", (const char[]){
#embed "../Web/Page/alarm-fields.js" suffix(, 0)
    }},
    {"api.js", (const char[]){
#embed "../Web/Page/api.js" suffix(, 0)
    }},
    {"app.js", (const char[]){
#embed "../Web/Page/app.js" suffix(, 0)
    }},
    {"bin.svg", (const char[]){
#embed "../Web/Page/bin.svg" suffix(, 0)
    }},
    {"changes.js", (const char[]){
#embed "../Web/Page/changes.js" suffix(, 0)
    }},
    {"collection.js", (const char[]){
#embed "../Web/Page/collection.js" suffix(, 0)
    }},
    {"conflict.js", (const char[]){
#embed "../Web/Page/conflict.js" suffix(, 0)
    }},
    {"de.js", (const char[]){
#embed "../Web/Page/de.js" suffix(, 0)
    }},
    {"dialogs.js", (const char[]){
#embed "../Web/Page/dialogs.js" suffix(, 0)
    }},
    {"dom.js", (const char[]){
#embed "../Web/Page/dom.js" suffix(, 0)
    }},
    {"due.js", (const char[]){
#embed "../Web/Page/due.js" suffix(, 0)
    }},
    {"edits.js", (const char[]){
#embed "../Web/Page/edits.js" suffix(, 0)
    }},
    {"fr.js", (const char[]){
#embed "../Web/Page/fr.js" suffix(, 0)
    }},
    {"item-editor.js", (const char[]){
#embed "../Web/Page/item-editor.js" suffix(, 0)
    }},
    {"item-row.js", (const char[]){
#embed "../Web/Page/item-row.js" suffix(, 0)
    }},
    {"items-view.js", (const char[]){
#embed "../Web/Page/items-view.js" suffix(, 0)
    }},
    {"ja.js", (const char[]){
#embed "../Web/Page/ja.js" suffix(, 0)
    }},
    {"kept.js", (const char[]){
#embed "../Web/Page/kept.js" suffix(, 0)
    }},
    {"language.js", (const char[]){
#embed "../Web/Page/language.js" suffix(, 0)
    }},
    {"link-dialog.js", (const char[]){
#embed "../Web/Page/link-dialog.js" suffix(, 0)
    }},
    {"list-form.js", (const char[]){
#embed "../Web/Page/list-form.js" suffix(, 0)
    }},
    {"lists-view.js", (const char[]){
#embed "../Web/Page/lists-view.js" suffix(, 0)
    }},
    {"lists.js", (const char[]){
#embed "../Web/Page/lists.js" suffix(, 0)
    }},
    {"live.js", (const char[]){
#embed "../Web/Page/live.js" suffix(, 0)
    }},
    {"many-items.js", (const char[]){
#embed "../Web/Page/many-items.js" suffix(, 0)
    }},
    {"mark.svg", (const char[]){
#embed "../Web/Page/mark.svg" suffix(, 0)
    }},
    {"me.js", (const char[]){
#embed "../Web/Page/me.js" suffix(, 0)
    }},
    {"members.js", (const char[]){
#embed "../Web/Page/members.js" suffix(, 0)
    }},
    {"notices.js", (const char[]){
#embed "../Web/Page/notices.js" suffix(, 0)
    }},
    {"open-list.js", (const char[]){
#embed "../Web/Page/open-list.js" suffix(, 0)
    }},
    {"people.html", (const char[]){
#embed "../Web/Page/people.html" suffix(, 0)
    }},
    {"place.js", (const char[]){
#embed "../Web/Page/place.js" suffix(, 0)
    }},
    {"places.html", (const char[]){
#embed "../Web/Page/places.html" suffix(, 0)
    }},
    {"preferences.js", (const char[]){
#embed "../Web/Page/preferences.js" suffix(, 0)
    }},
    {"qr.js", (const char[]){
#embed "../Web/Page/qr.js" suffix(, 0)
    }},
    {"quick-add.js", (const char[]){
#embed "../Web/Page/quick-add.js" suffix(, 0)
    }},
    {"recurrence.js", (const char[]){
#embed "../Web/Page/recurrence.js" suffix(, 0)
    }},
    {"refusals.js", (const char[]){
#embed "../Web/Page/refusals.js" suffix(, 0)
    }},
    {"reminders-view.js", (const char[]){
#embed "../Web/Page/reminders-view.js" suffix(, 0)
    }},
    {"reordering.js", (const char[]){
#embed "../Web/Page/reordering.js" suffix(, 0)
    }},
    {"repeat-fields.js", (const char[]){
#embed "../Web/Page/repeat-fields.js" suffix(, 0)
    }},
    {"sharing.js", (const char[]){
#embed "../Web/Page/sharing.js" suffix(, 0)
    }},
    {"sign-in.js", (const char[]){
#embed "../Web/Page/sign-in.js" suffix(, 0)
    }},
    {"style.css", (const char[]){
#embed "../Web/Page/style.css" suffix(, 0)
    }},
    {"time-fields.js", (const char[]){
#embed "../Web/Page/time-fields.js" suffix(, 0)
    }},
    {"token.js", (const char[]){
#embed "../Web/Page/token.js" suffix(, 0)
    }},
    {"topics.js", (const char[]){
#embed "../Web/Page/topics.js" suffix(, 0)
    }},
    {"trash-view.js", (const char[]){
#embed "../Web/Page/trash-view.js" suffix(, 0)
    }},
    {"turns.js", (const char[]){
#embed "../Web/Page/turns.js" suffix(, 0)
    }},
    {"webhooks-view.js", (const char[]){
#embed "../Web/Page/webhooks-view.js" suffix(, 0)
    }},
    {"who-am-i.js", (const char[]){
#embed "../Web/Page/who-am-i.js" suffix(, 0)
    }},
    {"windowed-list.js", (const char[]){
#embed "../Web/Page/windowed-list.js" suffix(, 0)
    }},
    {},
};

static const struct EmbeddedFile icons[] = {
    {"appointments.svg", (const char[]){
#embed "../Web/Icons/appointments.svg" suffix(, 0)
    }},
    {"birthdays.svg", (const char[]){
#embed "../Web/Icons/birthdays.svg" suffix(, 0)
    }},
    {"chores.svg", (const char[]){
#embed "../Web/Icons/chores.svg" suffix(, 0)
    }},
    {"drinks.svg", (const char[]){
#embed "../Web/Icons/drinks.svg" suffix(, 0)
    }},
    {"folder.svg", (const char[]){
#embed "../Web/Icons/folder.svg" suffix(, 0)
    }},
    {"groceries.svg", (const char[]){
#embed "../Web/Icons/groceries.svg" suffix(, 0)
    }},
    {"inbox.svg", (const char[]){
#embed "../Web/Icons/inbox.svg" suffix(, 0)
    }},
    {"no-icon.svg", (const char[]){
#embed "../Web/Icons/no-icon.svg" suffix(, 0)
    }},
    {"photos.svg", (const char[]){
#embed "../Web/Icons/photos.svg" suffix(, 0)
    }},
    {"trips.svg", (const char[]){
#embed "../Web/Icons/trips.svg" suffix(, 0)
    }},
    {},
};

const char *embedded_description(void) { return description; }
const char *embedded_page(void) { return page; }
const char *embedded_worker(void) { return worker; }
const struct EmbeddedFile *embedded_assets(void) { return assets; }
const struct EmbeddedFile *embedded_icons(void) { return icons; }
