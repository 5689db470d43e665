#include "CEmbedded.h"

#define EMBEDDED(name, content) {name, content, sizeof content}

static const unsigned char openapi_yaml[] = {
#embed "../../openapi.yaml"
};
static const unsigned char addresses_js[] = {
#embed "../Web/Page/addresses.js"
};
static const unsigned char agenda_view_js[] = {
#embed "../Web/Page/agenda-view.js"
};
static const unsigned char alarm_fields_js[] = {
#embed "../Web/Page/alarm-fields.js"
};
static const unsigned char api_js[] = {
#embed "../Web/Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../Web/Page/app.js"
};
static const unsigned char before_js[] = {
#embed "../Web/Page/before.js"
};
static const unsigned char bin_svg[] = {
#embed "../Web/Page/bin.svg"
};
static const unsigned char changes_js[] = {
#embed "../Web/Page/changes.js"
};
static const unsigned char check_svg[] = {
#embed "../Web/Page/check.svg"
};
static const unsigned char collection_js[] = {
#embed "../Web/Page/collection.js"
};
static const unsigned char composer_js[] = {
#embed "../Web/Page/composer.js"
};
static const unsigned char conflict_js[] = {
#embed "../Web/Page/conflict.js"
};
static const unsigned char de_js[] = {
#embed "../Web/Page/de.js"
};
static const unsigned char dialogs_js[] = {
#embed "../Web/Page/dialogs.js"
};
static const unsigned char dom_js[] = {
#embed "../Web/Page/dom.js"
};
static const unsigned char due_js[] = {
#embed "../Web/Page/due.js"
};
static const unsigned char early_js[] = {
#embed "../Web/Page/early.js"
};
static const unsigned char editing_html[] = {
#embed "../Web/Page/editing.html"
};
static const unsigned char editing_js[] = {
#embed "../Web/Page/editing.js"
};
static const unsigned char edits_js[] = {
#embed "../Web/Page/edits.js"
};
static const unsigned char favicon_ico[] = {
#embed "../Web/Page/favicon.ico"
};
static const unsigned char fr_js[] = {
#embed "../Web/Page/fr.js"
};
static const unsigned char icon_180_png[] = {
#embed "../Web/Page/icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "../Web/Page/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "../Web/Page/icon-512.png"
};
static const unsigned char icon_maskable_png[] = {
#embed "../Web/Page/icon-maskable.png"
};
static const unsigned char index_html[] = {
#embed "../Web/Page/index.html"
};
static const unsigned char item_editor_js[] = {
#embed "../Web/Page/item-editor.js"
};
static const unsigned char item_row_js[] = {
#embed "../Web/Page/item-row.js"
};
static const unsigned char items_view_js[] = {
#embed "../Web/Page/items-view.js"
};
static const unsigned char ja_js[] = {
#embed "../Web/Page/ja.js"
};
static const unsigned char kept_js[] = {
#embed "../Web/Page/kept.js"
};
static const unsigned char keys_dialog_js[] = {
#embed "../Web/Page/keys-dialog.js"
};
static const unsigned char keys_js[] = {
#embed "../Web/Page/keys.js"
};
static const unsigned char language_js[] = {
#embed "../Web/Page/language.js"
};
static const unsigned char later_js[] = {
#embed "../Web/Page/later.js"
};
static const unsigned char link_dialog_js[] = {
#embed "../Web/Page/link-dialog.js"
};
static const unsigned char list_changes_js[] = {
#embed "../Web/Page/list-changes.js"
};
static const unsigned char list_form_js[] = {
#embed "../Web/Page/list-form.js"
};
static const unsigned char lists_view_js[] = {
#embed "../Web/Page/lists-view.js"
};
static const unsigned char lists_js[] = {
#embed "../Web/Page/lists.js"
};
static const unsigned char live_js[] = {
#embed "../Web/Page/live.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../Web/Page/manifest.webmanifest"
};
static const unsigned char many_items_js[] = {
#embed "../Web/Page/many-items.js"
};
static const unsigned char map_js[] = {
#embed "../Web/Page/map.js"
};
static const unsigned char mark_svg[] = {
#embed "../Web/Page/mark.svg"
};
static const unsigned char me_js[] = {
#embed "../Web/Page/me.js"
};
static const unsigned char members_js[] = {
#embed "../Web/Page/members.js"
};
static const unsigned char notices_js[] = {
#embed "../Web/Page/notices.js"
};
static const unsigned char open_list_js[] = {
#embed "../Web/Page/open-list.js"
};
static const unsigned char palette_js[] = {
#embed "../Web/Page/palette.js"
};
static const unsigned char people_html[] = {
#embed "../Web/Page/people.html"
};
static const unsigned char place_js[] = {
#embed "../Web/Page/place.js"
};
static const unsigned char places_html[] = {
#embed "../Web/Page/places.html"
};
static const unsigned char preferences_js[] = {
#embed "../Web/Page/preferences.js"
};
static const unsigned char progress_js[] = {
#embed "../Web/Page/progress.js"
};
static const unsigned char pulling_js[] = {
#embed "../Web/Page/pulling.js"
};
static const unsigned char push_js[] = {
#embed "../Web/Page/push.js"
};
static const unsigned char qr_js[] = {
#embed "../Web/Page/qr.js"
};
static const unsigned char quick_add_js[] = {
#embed "../Web/Page/quick-add.js"
};
static const unsigned char reaching_js[] = {
#embed "../Web/Page/reaching.js"
};
static const unsigned char recurrence_js[] = {
#embed "../Web/Page/recurrence.js"
};
static const unsigned char refusals_js[] = {
#embed "../Web/Page/refusals.js"
};
static const unsigned char reminders_view_js[] = {
#embed "../Web/Page/reminders-view.js"
};
static const unsigned char reordering_js[] = {
#embed "../Web/Page/reordering.js"
};
static const unsigned char repeat_fields_js[] = {
#embed "../Web/Page/repeat-fields.js"
};
static const unsigned char settings_js[] = {
#embed "../Web/Page/settings.js"
};
static const unsigned char sharing_js[] = {
#embed "../Web/Page/sharing.js"
};
static const unsigned char sign_in_js[] = {
#embed "../Web/Page/sign-in.js"
};
static const unsigned char style_css[] = {
#embed "../Web/Page/style.css"
};
static const unsigned char suggestions_js[] = {
#embed "../Web/Page/suggestions.js"
};
static const unsigned char theme_js[] = {
#embed "../Web/Page/theme.js"
};
static const unsigned char time_fields_js[] = {
#embed "../Web/Page/time-fields.js"
};
static const unsigned char token_js[] = {
#embed "../Web/Page/token.js"
};
static const unsigned char topics_js[] = {
#embed "../Web/Page/topics.js"
};
static const unsigned char trash_view_js[] = {
#embed "../Web/Page/trash-view.js"
};
static const unsigned char turns_js[] = {
#embed "../Web/Page/turns.js"
};
static const unsigned char weather_js[] = {
#embed "../Web/Page/weather.js"
};
static const unsigned char webhooks_view_js[] = {
#embed "../Web/Page/webhooks-view.js"
};
static const unsigned char who_am_i_js[] = {
#embed "../Web/Page/who-am-i.js"
};
static const unsigned char windowed_list_js[] = {
#embed "../Web/Page/windowed-list.js"
};
static const unsigned char worker_js[] = {
#embed "../Web/Page/worker.js"
};
static const unsigned char appointments_svg[] = {
#embed "../Web/Icons/appointments.svg"
};
static const unsigned char birthdays_svg[] = {
#embed "../Web/Icons/birthdays.svg"
};
static const unsigned char chores_svg[] = {
#embed "../Web/Icons/chores.svg"
};
static const unsigned char drinks_svg[] = {
#embed "../Web/Icons/drinks.svg"
};
static const unsigned char folder_svg[] = {
#embed "../Web/Icons/folder.svg"
};
static const unsigned char groceries_svg[] = {
#embed "../Web/Icons/groceries.svg"
};
static const unsigned char inbox_svg[] = {
#embed "../Web/Icons/inbox.svg"
};
static const unsigned char no_icon_svg[] = {
#embed "../Web/Icons/no-icon.svg"
};
static const unsigned char photos_svg[] = {
#embed "../Web/Icons/photos.svg"
};
static const unsigned char trips_svg[] = {
#embed "../Web/Icons/trips.svg"
};

static const struct EmbeddedFile assets[] = {
    EMBEDDED("addresses.js", addresses_js),
    EMBEDDED("agenda-view.js", agenda_view_js),
    EMBEDDED("alarm-fields.js", alarm_fields_js),
    EMBEDDED("api.js", api_js),
    EMBEDDED("app.js", app_js),
    EMBEDDED("before.js", before_js),
    EMBEDDED("bin.svg", bin_svg),
    EMBEDDED("changes.js", changes_js),
    EMBEDDED("check.svg", check_svg),
    EMBEDDED("collection.js", collection_js),
    EMBEDDED("composer.js", composer_js),
    EMBEDDED("conflict.js", conflict_js),
    EMBEDDED("de.js", de_js),
    EMBEDDED("dialogs.js", dialogs_js),
    EMBEDDED("dom.js", dom_js),
    EMBEDDED("due.js", due_js),
    EMBEDDED("early.js", early_js),
    EMBEDDED("editing.html", editing_html),
    EMBEDDED("editing.js", editing_js),
    EMBEDDED("edits.js", edits_js),
    EMBEDDED("favicon.ico", favicon_ico),
    EMBEDDED("fr.js", fr_js),
    EMBEDDED("icon-180.png", icon_180_png),
    EMBEDDED("icon-192.png", icon_192_png),
    EMBEDDED("icon-512.png", icon_512_png),
    EMBEDDED("icon-maskable.png", icon_maskable_png),
    EMBEDDED("item-editor.js", item_editor_js),
    EMBEDDED("item-row.js", item_row_js),
    EMBEDDED("items-view.js", items_view_js),
    EMBEDDED("ja.js", ja_js),
    EMBEDDED("kept.js", kept_js),
    EMBEDDED("keys-dialog.js", keys_dialog_js),
    EMBEDDED("keys.js", keys_js),
    EMBEDDED("language.js", language_js),
    EMBEDDED("later.js", later_js),
    EMBEDDED("link-dialog.js", link_dialog_js),
    EMBEDDED("list-changes.js", list_changes_js),
    EMBEDDED("list-form.js", list_form_js),
    EMBEDDED("lists-view.js", lists_view_js),
    EMBEDDED("lists.js", lists_js),
    EMBEDDED("live.js", live_js),
    EMBEDDED("manifest.webmanifest", manifest_webmanifest),
    EMBEDDED("many-items.js", many_items_js),
    EMBEDDED("map.js", map_js),
    EMBEDDED("mark.svg", mark_svg),
    EMBEDDED("me.js", me_js),
    EMBEDDED("members.js", members_js),
    EMBEDDED("notices.js", notices_js),
    EMBEDDED("open-list.js", open_list_js),
    EMBEDDED("palette.js", palette_js),
    EMBEDDED("people.html", people_html),
    EMBEDDED("place.js", place_js),
    EMBEDDED("places.html", places_html),
    EMBEDDED("preferences.js", preferences_js),
    EMBEDDED("progress.js", progress_js),
    EMBEDDED("pulling.js", pulling_js),
    EMBEDDED("push.js", push_js),
    EMBEDDED("qr.js", qr_js),
    EMBEDDED("quick-add.js", quick_add_js),
    EMBEDDED("reaching.js", reaching_js),
    EMBEDDED("recurrence.js", recurrence_js),
    EMBEDDED("refusals.js", refusals_js),
    EMBEDDED("reminders-view.js", reminders_view_js),
    EMBEDDED("reordering.js", reordering_js),
    EMBEDDED("repeat-fields.js", repeat_fields_js),
    EMBEDDED("settings.js", settings_js),
    EMBEDDED("sharing.js", sharing_js),
    EMBEDDED("sign-in.js", sign_in_js),
    EMBEDDED("style.css", style_css),
    EMBEDDED("suggestions.js", suggestions_js),
    EMBEDDED("theme.js", theme_js),
    EMBEDDED("time-fields.js", time_fields_js),
    EMBEDDED("token.js", token_js),
    EMBEDDED("topics.js", topics_js),
    EMBEDDED("trash-view.js", trash_view_js),
    EMBEDDED("turns.js", turns_js),
    EMBEDDED("weather.js", weather_js),
    EMBEDDED("webhooks-view.js", webhooks_view_js),
    EMBEDDED("who-am-i.js", who_am_i_js),
    EMBEDDED("windowed-list.js", windowed_list_js),
    {},
};

static const struct EmbeddedFile icons[] = {
    EMBEDDED("appointments.svg", appointments_svg),
    EMBEDDED("birthdays.svg", birthdays_svg),
    EMBEDDED("chores.svg", chores_svg),
    EMBEDDED("drinks.svg", drinks_svg),
    EMBEDDED("folder.svg", folder_svg),
    EMBEDDED("groceries.svg", groceries_svg),
    EMBEDDED("inbox.svg", inbox_svg),
    EMBEDDED("no-icon.svg", no_icon_svg),
    EMBEDDED("photos.svg", photos_svg),
    EMBEDDED("trips.svg", trips_svg),
    {},
};

struct EmbeddedFile embedded_description(void) {
    return (struct EmbeddedFile)EMBEDDED("openapi.yaml", openapi_yaml);
}

struct EmbeddedFile embedded_page(void) {
    return (struct EmbeddedFile)EMBEDDED("index.html", index_html);
}

struct EmbeddedFile embedded_worker(void) {
    return (struct EmbeddedFile)EMBEDDED("worker.js", worker_js);
}

const struct EmbeddedFile *embedded_assets(void) { return assets; }
const struct EmbeddedFile *embedded_icons(void) { return icons; }
