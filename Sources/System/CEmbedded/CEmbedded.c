#include "CEmbedded.h"

#define EMBEDDED(name, content) {name, content, sizeof content}

static const unsigned char openapi_yaml[] = {
#embed "../../../openapi.yaml"
};
static const unsigned char openapi_json[] = {
#embed "openapi.json"
};
static const unsigned char addresses_js[] = {
#embed "../../Serve/Web/Page/store/addresses.js"
};
static const unsigned char agenda_view_js[] = {
#embed "../../Serve/Web/Page/items/agenda-view.js"
};
static const unsigned char agenda_adding_js[] = {
#embed "../../Serve/Web/Page/items/agenda-adding.js"
};
static const unsigned char agenda_moves_js[] = {
#embed "../../Serve/Web/Page/items/agenda-moves.js"
};
static const unsigned char alarm_fields_js[] = {
#embed "../../Serve/Web/Page/time/alarm-fields.js"
};
static const unsigned char writes_js[] = {
#embed "../../Serve/Web/Page/store/writes.js"
};
static const unsigned char api_js[] = {
#embed "../../Serve/Web/Page/store/api.js"
};
static const unsigned char app_js[] = {
#embed "../../Serve/Web/Page/app.js"
};
static const unsigned char arranging_js[] = {
#embed "../../Serve/Web/Page/items/arranging.js"
};
static const unsigned char beginning_js[] = {
#embed "../../Serve/Web/Page/view/beginning.js"
};
static const unsigned char connection_js[] = {
#embed "../../Serve/Web/Page/store/connection.js"
};
static const unsigned char deleted_texts_js[] = {
#embed "../../Serve/Web/Page/store/deleted-texts.js"
};
static const unsigned char bin_svg[] = {
#embed "../../Serve/Web/Page/pictures/bin.svg"
};
static const unsigned char changes_js[] = {
#embed "../../Serve/Web/Page/store/changes.js"
};
static const unsigned char check_svg[] = {
#embed "../../Serve/Web/Page/pictures/check.svg"
};
static const unsigned char collection_js[] = {
#embed "../../Serve/Web/Page/store/collection.js"
};
static const unsigned char composer_js[] = {
#embed "../../Serve/Web/Page/items/composer.js"
};
static const unsigned char conflict_js[] = {
#embed "../../Serve/Web/Page/items/conflict.js"
};
static const unsigned char shop_order_js[] = {
#embed "../../Serve/Web/Page/items/shop-order.js"
};
static const unsigned char shopping_js[] = {
#embed "../../Serve/Web/Page/items/shopping.js"
};
static const unsigned char uninstalling_js[] = {
#embed "../../Serve/Web/Page/people/uninstalling.js"
};
static const unsigned char back_js[] = {
#embed "../../Serve/Web/Page/view/back.js"
};
static const unsigned char offline_js[] = {
#embed "../../Serve/Web/Page/view/offline.js"
};
static const unsigned char tabs_js[] = {
#embed "../../Serve/Web/Page/view/tabs.js"
};
static const unsigned char de_js[] = {
#embed "../../Serve/Web/Page/words/de.js"
};
static const unsigned char dialogs_js[] = {
#embed "../../Serve/Web/Page/view/dialogs.js"
};
static const unsigned char dom_js[] = {
#embed "../../Serve/Web/Page/view/dom.js"
};
static const unsigned char due_js[] = {
#embed "../../Serve/Web/Page/time/due.js"
};
static const unsigned char early_js[] = {
#embed "../../Serve/Web/Page/early.js"
};
static const unsigned char editing_html[] = {
#embed "../../Serve/Web/Page/editing.html"
};
static const unsigned char drawings_html[] = {
#embed "../../Serve/Web/Page/drawings.html"
};
static const unsigned char edits_js[] = {
#embed "../../Serve/Web/Page/store/edits.js"
};
static const unsigned char errors_js[] = {
#embed "../../Serve/Web/Page/view/errors.js"
};
static const unsigned char favicon_ico[] = {
#embed "../../Serve/Web/Page/pictures/favicon.ico"
};
static const unsigned char field_names_js[] = {
#embed "../../Serve/Web/Page/store/field-names.js"
};
static const unsigned char folds_js[] = {
#embed "../../Serve/Web/Page/items/folds.js"
};
static const unsigned char fr_js[] = {
#embed "../../Serve/Web/Page/words/fr.js"
};
static const unsigned char icon_180_png[] = {
#embed "../../Serve/Web/Page/pictures/icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "../../Serve/Web/Page/pictures/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "../../Serve/Web/Page/pictures/icon-512.png"
};
static const unsigned char icon_maskable_png[] = {
#embed "../../Serve/Web/Page/pictures/icon-maskable.png"
};
static const unsigned char ids_js[] = {
#embed "../../Serve/Web/Page/store/ids.js"
};
static const unsigned char index_html[] = {
#embed "../../Serve/Web/Page/index.html"
};
static const unsigned char installing_js[] = {
#embed "../../Serve/Web/Page/view/installing.js"
};
static const unsigned char item_editor_js[] = {
#embed "../../Serve/Web/Page/items/item-editor.js"
};
static const unsigned char item_row_js[] = {
#embed "../../Serve/Web/Page/items/item-row.js"
};
static const unsigned char items_view_js[] = {
#embed "../../Serve/Web/Page/items/items-view.js"
};
static const unsigned char ja_js[] = {
#embed "../../Serve/Web/Page/words/ja.js"
};
static const unsigned char linked_row_js[] = {
#embed "../../Serve/Web/Page/items/linked-row.js"
};
static const unsigned char list_order_js[] = {
#embed "../../Serve/Web/Page/lists/list-order.js"
};
static const unsigned char list_rows_js[] = {
#embed "../../Serve/Web/Page/items/list-rows.js"
};
static const unsigned char local_data_js[] = {
#embed "../../Serve/Web/Page/store/local-data.js"
};
static const unsigned char keys_dialog_js[] = {
#embed "../../Serve/Web/Page/more/keys-dialog.js"
};
static const unsigned char keys_js[] = {
#embed "../../Serve/Web/Page/view/keys.js"
};
static const unsigned char menus_js[] = {
#embed "../../Serve/Web/Page/view/menus.js"
};
static const unsigned char language_js[] = {
#embed "../../Serve/Web/Page/words/language.js"
};
static const unsigned char later_js[] = {
#embed "../../Serve/Web/Page/later.js"
};
static const unsigned char link_dialog_js[] = {
#embed "../../Serve/Web/Page/lists/link-dialog.js"
};
static const unsigned char list_changes_js[] = {
#embed "../../Serve/Web/Page/lists/list-changes.js"
};
static const unsigned char list_form_js[] = {
#embed "../../Serve/Web/Page/lists/list-form.js"
};
static const unsigned char lists_view_js[] = {
#embed "../../Serve/Web/Page/lists/lists-view.js"
};
static const unsigned char lists_js[] = {
#embed "../../Serve/Web/Page/lists/lists.js"
};
static const unsigned char live_js[] = {
#embed "../../Serve/Web/Page/store/live.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../../Serve/Web/Page/manifest.webmanifest"
};
static const unsigned char bulk_changes_js[] = {
#embed "../../Serve/Web/Page/items/bulk-changes.js"
};
static const unsigned char map_js[] = {
#embed "../../Serve/Web/Page/items/map.js"
};
static const unsigned char mark_svg[] = {
#embed "../../Serve/Web/Page/pictures/mark.svg"
};
static const unsigned char me_js[] = {
#embed "../../Serve/Web/Page/people/me.js"
};
static const unsigned char members_js[] = {
#embed "../../Serve/Web/Page/lists/members.js"
};
static const unsigned char notices_js[] = {
#embed "../../Serve/Web/Page/view/notices.js"
};
static const unsigned char open_list_js[] = {
#embed "../../Serve/Web/Page/lists/open-list.js"
};
static const unsigned char ordered_resources_js[] = {
#embed "../../Serve/Web/Page/store/ordered-resources.js"
};
static const unsigned char palette_js[] = {
#embed "../../Serve/Web/Page/view/palette.js"
};
static const unsigned char people_html[] = {
#embed "../../Serve/Web/Page/people/people.html"
};
static const unsigned char place_js[] = {
#embed "../../Serve/Web/Page/view/place.js"
};
static const unsigned char places_html[] = {
#embed "../../Serve/Web/Page/places.html"
};
static const unsigned char preferences_js[] = {
#embed "../../Serve/Web/Page/people/preferences.js"
};
static const unsigned char progress_js[] = {
#embed "../../Serve/Web/Page/lists/progress.js"
};
static const unsigned char screen_awake_js[] = {
#embed "../../Serve/Web/Page/view/screen-awake.js"
};
static const unsigned char welcome_de_js[] = {
#embed "../../Serve/Web/Page/welcome/welcome-de.js"
};
static const unsigned char welcome_fr_js[] = {
#embed "../../Serve/Web/Page/welcome/welcome-fr.js"
};
static const unsigned char welcome_html[] = {
#embed "../../Serve/Web/Page/welcome/welcome.html"
};
static const unsigned char pulling_js[] = {
#embed "../../Serve/Web/Page/view/pulling.js"
};
static const unsigned char push_js[] = {
#embed "../../Serve/Web/Page/reminders/push.js"
};
static const unsigned char quick_add_js[] = {
#embed "../../Serve/Web/Page/items/quick-add.js"
};
static const unsigned char channels_js[] = {
#embed "../../Serve/Web/Page/reminders/channels.js"
};
static const unsigned char recurrence_js[] = {
#embed "../../Serve/Web/Page/time/recurrence.js"
};
static const unsigned char refusals_js[] = {
#embed "../../Serve/Web/Page/store/refusals.js"
};
static const unsigned char reminders_view_js[] = {
#embed "../../Serve/Web/Page/reminders/reminders-view.js"
};
static const unsigned char reordering_js[] = {
#embed "../../Serve/Web/Page/view/reordering.js"
};
static const unsigned char next_date_js[] = {
#embed "../../Serve/Web/Page/time/next-date.js"
};
static const unsigned char repeat_fields_js[] = {
#embed "../../Serve/Web/Page/time/repeat-fields.js"
};
static const unsigned char rest_js[] = {
#embed "../../Serve/Web/Page/rest.js"
};
static const unsigned char saved_view_js[] = {
#embed "../../Serve/Web/Page/lists/saved-view.js"
};
static const unsigned char sections_js[] = {
#embed "../../Serve/Web/Page/store/sections.js"
};
static const unsigned char session_js[] = {
#embed "../../Serve/Web/Page/store/session.js"
};
static const unsigned char settings_js[] = {
#embed "../../Serve/Web/Page/more/settings.js"
};
static const unsigned char sharing_js[] = {
#embed "../../Serve/Web/Page/lists/sharing.js"
};
static const unsigned char sidebar_views_js[] = {
#embed "../../Serve/Web/Page/lists/sidebar-views.js"
};
static const unsigned char sign_in_js[] = {
#embed "../../Serve/Web/Page/people/sign-in.js"
};
static const unsigned char structure_fields_js[] = {
#embed "../../Serve/Web/Page/items/structure-fields.js"
};
static const unsigned char structure_js[] = {
#embed "../../Serve/Web/Page/items/structure.js"
};
static const unsigned char style_css[] = {
#embed "../../Serve/Web/Page/style.css"
};
static const unsigned char suggestions_js[] = {
#embed "../../Serve/Web/Page/items/suggestions.js"
};
static const unsigned char tag_filter_js[] = {
#embed "../../Serve/Web/Page/items/tag-filter.js"
};
static const unsigned char theme_js[] = {
#embed "../../Serve/Web/Page/people/theme.js"
};
static const unsigned char time_fields_js[] = {
#embed "../../Serve/Web/Page/time/time-fields.js"
};
static const unsigned char token_js[] = {
#embed "../../Serve/Web/Page/people/token.js"
};
static const unsigned char topics_js[] = {
#embed "../../Serve/Web/Page/store/topics.js"
};
static const unsigned char trash_view_js[] = {
#embed "../../Serve/Web/Page/more/trash-view.js"
};
static const unsigned char overlays_js[] = {
#embed "../../Serve/Web/Page/store/overlays.js"
};
static const unsigned char outbox_js[] = {
#embed "../../Serve/Web/Page/store/outbox.js"
};
static const unsigned char views_view_js[] = {
#embed "../../Serve/Web/Page/items/views-view.js"
};
static const unsigned char views_js[] = {
#embed "../../Serve/Web/Page/store/views.js"
};
static const unsigned char weather_js[] = {
#embed "../../Serve/Web/Page/items/weather.js"
};
static const unsigned char webhooks_view_js[] = {
#embed "../../Serve/Web/Page/reminders/webhooks-view.js"
};
static const unsigned char account_js[] = {
#embed "../../Serve/Web/Page/people/account.js"
};
static const unsigned char welcome_ja_js[] = {
#embed "../../Serve/Web/Page/welcome/welcome-ja.js"
};
static const unsigned char welcome_js[] = {
#embed "../../Serve/Web/Page/welcome/welcome.js"
};
static const unsigned char windowed_list_js[] = {
#embed "../../Serve/Web/Page/view/windowed-list.js"
};
static const unsigned char worker_js[] = {
#embed "../../Serve/Web/Page/worker.js"
};
static const unsigned char chosen_file_js[] = {
#embed "../../Serve/Web/Page/exchange/chosen-file.js"
};
static const unsigned char exchange_css[] = {
#embed "../../Serve/Web/Page/exchange/exchange.css"
};
static const unsigned char exchange_de_js[] = {
#embed "../../Serve/Web/Page/exchange/exchange-de.js"
};
static const unsigned char exchange_fr_js[] = {
#embed "../../Serve/Web/Page/exchange/exchange-fr.js"
};
static const unsigned char exchange_ja_js[] = {
#embed "../../Serve/Web/Page/exchange/exchange-ja.js"
};
static const unsigned char exchange_words_js[] = {
#embed "../../Serve/Web/Page/exchange/exchange-words.js"
};
static const unsigned char exchange_js[] = {
#embed "../../Serve/Web/Page/exchange/exchange.js"
};
static const unsigned char export_part_js[] = {
#embed "../../Serve/Web/Page/exchange/export-part.js"
};
static const unsigned char import_part_js[] = {
#embed "../../Serve/Web/Page/exchange/import-part.js"
};
static const unsigned char import_preview_js[] = {
#embed "../../Serve/Web/Page/exchange/import-preview.js"
};
static const unsigned char make_js[] = {
#embed "../../Serve/Web/Page/exchange/make.js"
};
static const unsigned char opening_js[] = {
#embed "../../Serve/Web/Page/exchange/opening.js"
};
static const unsigned char ranges_js[] = {
#embed "../../Serve/Web/Page/exchange/ranges.js"
};
static const unsigned char transfer_js[] = {
#embed "../../Serve/Web/Page/exchange/transfer.js"
};
static const unsigned char storage_js[] = {
#embed "../../Serve/Web/Page/store/storage.js"
};
static const unsigned char search_js[] = {
#embed "../../Serve/Web/Page/view/search.js"
};
static const unsigned char pasted_js[] = {
#embed "../../Serve/Web/Page/items/pasted.js"
};
static const unsigned char leases_js[] = {
#embed "../../Serve/Web/Page/store/leases.js"
};
static const unsigned char prefetch_js[] = {
#embed "../../Serve/Web/Page/store/prefetch.js"
};
static const unsigned char rest_css[] = {
#embed "../../Serve/Web/Page/rest.css"
};
static const unsigned char people_js[] = {
#embed "../../Serve/Web/Page/people/people.js"
};
static const unsigned char proposals_js[] = {
#embed "../../Serve/Web/Page/people/proposals.js"
};
static const unsigned char people_ja_js[] = {
#embed "../../Serve/Web/Page/people/people-ja.js"
};
static const unsigned char people_fr_js[] = {
#embed "../../Serve/Web/Page/people/people-fr.js"
};
static const unsigned char people_de_js[] = {
#embed "../../Serve/Web/Page/people/people-de.js"
};
static const unsigned char more_js[] = {
#embed "../../Serve/Web/Page/more/more.js"
};
static const unsigned char more_html[] = {
#embed "../../Serve/Web/Page/more/more.html"
};
static const unsigned char more_ja_js[] = {
#embed "../../Serve/Web/Page/more/more-ja.js"
};
static const unsigned char more_fr_js[] = {
#embed "../../Serve/Web/Page/more/more-fr.js"
};
static const unsigned char more_de_js[] = {
#embed "../../Serve/Web/Page/more/more-de.js"
};
static const unsigned char appointments_svg[] = {
#embed "../../Serve/Web/Icons/appointments.svg"
};
static const unsigned char birthdays_svg[] = {
#embed "../../Serve/Web/Icons/birthdays.svg"
};
static const unsigned char chores_svg[] = {
#embed "../../Serve/Web/Icons/chores.svg"
};
static const unsigned char drinks_svg[] = {
#embed "../../Serve/Web/Icons/drinks.svg"
};
static const unsigned char folder_svg[] = {
#embed "../../Serve/Web/Icons/folder.svg"
};
static const unsigned char groceries_svg[] = {
#embed "../../Serve/Web/Icons/groceries.svg"
};
static const unsigned char inbox_svg[] = {
#embed "../../Serve/Web/Icons/inbox.svg"
};
static const unsigned char no_icon_svg[] = {
#embed "../../Serve/Web/Icons/no-icon.svg"
};
static const unsigned char photos_svg[] = {
#embed "../../Serve/Web/Icons/photos.svg"
};
static const unsigned char trips_svg[] = {
#embed "../../Serve/Web/Icons/trips.svg"
};
static const unsigned char assistants_md[] = {
#embed "../../checklistd/Documentation.docc/Assistants.md"
};
static const unsigned char at_home_md[] = {
#embed "../../checklistd/Documentation.docc/AtHome.md"
};
static const unsigned char benchmarks_md[] = {
#embed "../../checklistd/Documentation.docc/Benchmarks.md"
};
static const unsigned char calendars_md[] = {
#embed "../../checklistd/Documentation.docc/Calendars.md"
};
static const unsigned char clients_md[] = {
#embed "../../checklistd/Documentation.docc/Clients.md"
};
static const unsigned char contributing_md[] = {
#embed "../../checklistd/Documentation.docc/Contributing.md"
};
static const unsigned char data_md[] = {
#embed "../../checklistd/Documentation.docc/Data.md"
};
static const unsigned char documentation_md[] = {
#embed "../../checklistd/Documentation.docc/Documentation.md"
};
static const unsigned char install_md[] = {
#embed "../../checklistd/Documentation.docc/Install.md"
};
static const unsigned char lists_md[] = {
#embed "../../checklistd/Documentation.docc/Lists.md"
};
static const unsigned char postgresql_md[] = {
#embed "../../checklistd/Documentation.docc/PostgreSQL.md"
};
static const unsigned char proxies_md[] = {
#embed "../../checklistd/Documentation.docc/Proxies.md"
};
static const unsigned char reminders_md[] = {
#embed "../../checklistd/Documentation.docc/Reminders.md"
};
static const unsigned char settings_md[] = {
#embed "../../checklistd/Documentation.docc/Settings.md"
};
static const unsigned char sharing_md[] = {
#embed "../../checklistd/Documentation.docc/Sharing.md"
};
static const unsigned char webhooks_md[] = {
#embed "../../checklistd/Documentation.docc/Webhooks.md"
};
static const unsigned char manual_css[] = {
#embed "../../Serve/Web/manual.css"
};
static const unsigned char reference_elements_js[] = {
#embed "../../Serve/Web/Reference/elements.js"
};
static const unsigned char reference_reference_css[] = {
#embed "../../Serve/Web/Reference/reference.css"
};
static const unsigned char reference_reference_html[] = {
#embed "../../Serve/Web/Reference/reference.html"
};
static const unsigned char reference_reference_js[] = {
#embed "../../Serve/Web/Reference/reference.js"
};
static const unsigned char reference_schemas_js[] = {
#embed "../../Serve/Web/Reference/schemas.js"
};
static const unsigned char reference_trying_js[] = {
#embed "../../Serve/Web/Reference/trying.js"
};

static const struct EmbeddedFile assets[] = {
    EMBEDDED("addresses.js", addresses_js),
    EMBEDDED("agenda-view.js", agenda_view_js),
    EMBEDDED("agenda-adding.js", agenda_adding_js),
    EMBEDDED("agenda-moves.js", agenda_moves_js),
    EMBEDDED("alarm-fields.js", alarm_fields_js),
    EMBEDDED("api.js", api_js),
    EMBEDDED("writes.js", writes_js),
    EMBEDDED("app.js", app_js),
    EMBEDDED("arranging.js", arranging_js),
    EMBEDDED("beginning.js", beginning_js),
    EMBEDDED("connection.js", connection_js),
    EMBEDDED("deleted-texts.js", deleted_texts_js),
    EMBEDDED("bin.svg", bin_svg),
    EMBEDDED("changes.js", changes_js),
    EMBEDDED("check.svg", check_svg),
    EMBEDDED("collection.js", collection_js),
    EMBEDDED("composer.js", composer_js),
    EMBEDDED("conflict.js", conflict_js),
    EMBEDDED("shop-order.js", shop_order_js),
    EMBEDDED("shopping.js", shopping_js),
    EMBEDDED("uninstalling.js", uninstalling_js),
    EMBEDDED("back.js", back_js),
    EMBEDDED("offline.js", offline_js),
    EMBEDDED("tabs.js", tabs_js),
    EMBEDDED("de.js", de_js),
    EMBEDDED("dialogs.js", dialogs_js),
    EMBEDDED("dom.js", dom_js),
    EMBEDDED("due.js", due_js),
    EMBEDDED("early.js", early_js),
    EMBEDDED("editing.html", editing_html),
    EMBEDDED("drawings.html", drawings_html),
    EMBEDDED("edits.js", edits_js),
    EMBEDDED("errors.js", errors_js),
    EMBEDDED("favicon.ico", favicon_ico),
    EMBEDDED("field-names.js", field_names_js),
    EMBEDDED("folds.js", folds_js),
    EMBEDDED("fr.js", fr_js),
    EMBEDDED("icon-180.png", icon_180_png),
    EMBEDDED("icon-192.png", icon_192_png),
    EMBEDDED("icon-512.png", icon_512_png),
    EMBEDDED("icon-maskable.png", icon_maskable_png),
    EMBEDDED("ids.js", ids_js),
    EMBEDDED("installing.js", installing_js),
    EMBEDDED("item-editor.js", item_editor_js),
    EMBEDDED("item-row.js", item_row_js),
    EMBEDDED("items-view.js", items_view_js),
    EMBEDDED("ja.js", ja_js),
    EMBEDDED("linked-row.js", linked_row_js),
    EMBEDDED("list-order.js", list_order_js),
    EMBEDDED("list-rows.js", list_rows_js),
    EMBEDDED("local-data.js", local_data_js),
    EMBEDDED("keys-dialog.js", keys_dialog_js),
    EMBEDDED("keys.js", keys_js),
    EMBEDDED("menus.js", menus_js),
    EMBEDDED("language.js", language_js),
    EMBEDDED("later.js", later_js),
    EMBEDDED("link-dialog.js", link_dialog_js),
    EMBEDDED("list-changes.js", list_changes_js),
    EMBEDDED("list-form.js", list_form_js),
    EMBEDDED("lists-view.js", lists_view_js),
    EMBEDDED("lists.js", lists_js),
    EMBEDDED("live.js", live_js),
    EMBEDDED("manifest.webmanifest", manifest_webmanifest),
    EMBEDDED("bulk-changes.js", bulk_changes_js),
    EMBEDDED("map.js", map_js),
    EMBEDDED("mark.svg", mark_svg),
    EMBEDDED("me.js", me_js),
    EMBEDDED("members.js", members_js),
    EMBEDDED("notices.js", notices_js),
    EMBEDDED("open-list.js", open_list_js),
    EMBEDDED("ordered-resources.js", ordered_resources_js),
    EMBEDDED("palette.js", palette_js),
    EMBEDDED("people.html", people_html),
    EMBEDDED("place.js", place_js),
    EMBEDDED("places.html", places_html),
    EMBEDDED("preferences.js", preferences_js),
    EMBEDDED("progress.js", progress_js),
    EMBEDDED("screen-awake.js", screen_awake_js),
    EMBEDDED("welcome-de.js", welcome_de_js),
    EMBEDDED("welcome-fr.js", welcome_fr_js),
    EMBEDDED("welcome.html", welcome_html),
    EMBEDDED("pulling.js", pulling_js),
    EMBEDDED("push.js", push_js),
    EMBEDDED("quick-add.js", quick_add_js),
    EMBEDDED("channels.js", channels_js),
    EMBEDDED("recurrence.js", recurrence_js),
    EMBEDDED("refusals.js", refusals_js),
    EMBEDDED("reminders-view.js", reminders_view_js),
    EMBEDDED("reordering.js", reordering_js),
    EMBEDDED("next-date.js", next_date_js),
    EMBEDDED("repeat-fields.js", repeat_fields_js),
    EMBEDDED("rest.js", rest_js),
    EMBEDDED("saved-view.js", saved_view_js),
    EMBEDDED("sections.js", sections_js),
    EMBEDDED("session.js", session_js),
    EMBEDDED("settings.js", settings_js),
    EMBEDDED("sharing.js", sharing_js),
    EMBEDDED("sidebar-views.js", sidebar_views_js),
    EMBEDDED("sign-in.js", sign_in_js),
    EMBEDDED("structure-fields.js", structure_fields_js),
    EMBEDDED("structure.js", structure_js),
    EMBEDDED("style.css", style_css),
    EMBEDDED("suggestions.js", suggestions_js),
    EMBEDDED("tag-filter.js", tag_filter_js),
    EMBEDDED("theme.js", theme_js),
    EMBEDDED("time-fields.js", time_fields_js),
    EMBEDDED("token.js", token_js),
    EMBEDDED("topics.js", topics_js),
    EMBEDDED("trash-view.js", trash_view_js),
    EMBEDDED("outbox.js", outbox_js),
    EMBEDDED("overlays.js", overlays_js),
    EMBEDDED("views-view.js", views_view_js),
    EMBEDDED("views.js", views_js),
    EMBEDDED("weather.js", weather_js),
    EMBEDDED("webhooks-view.js", webhooks_view_js),
    EMBEDDED("account.js", account_js),
    EMBEDDED("welcome-ja.js", welcome_ja_js),
    EMBEDDED("welcome.js", welcome_js),
    EMBEDDED("windowed-list.js", windowed_list_js),
    EMBEDDED("chosen-file.js", chosen_file_js),
    EMBEDDED("exchange.css", exchange_css),
    EMBEDDED("exchange-de.js", exchange_de_js),
    EMBEDDED("exchange-fr.js", exchange_fr_js),
    EMBEDDED("exchange-ja.js", exchange_ja_js),
    EMBEDDED("exchange-words.js", exchange_words_js),
    EMBEDDED("exchange.js", exchange_js),
    EMBEDDED("export-part.js", export_part_js),
    EMBEDDED("import-part.js", import_part_js),
    EMBEDDED("import-preview.js", import_preview_js),
    EMBEDDED("make.js", make_js),
    EMBEDDED("opening.js", opening_js),
    EMBEDDED("ranges.js", ranges_js),
    EMBEDDED("transfer.js", transfer_js),
    EMBEDDED("storage.js", storage_js),
    EMBEDDED("search.js", search_js),
    EMBEDDED("pasted.js", pasted_js),
    EMBEDDED("leases.js", leases_js),
    EMBEDDED("prefetch.js", prefetch_js),
    EMBEDDED("rest.css", rest_css),
    EMBEDDED("people.js", people_js),
    EMBEDDED("proposals.js", proposals_js),
    EMBEDDED("people-ja.js", people_ja_js),
    EMBEDDED("people-fr.js", people_fr_js),
    EMBEDDED("people-de.js", people_de_js),
    EMBEDDED("more.js", more_js),
    EMBEDDED("more.html", more_html),
    EMBEDDED("more-ja.js", more_ja_js),
    EMBEDDED("more-fr.js", more_fr_js),
    EMBEDDED("more-de.js", more_de_js),
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

static const struct EmbeddedFile manual[] = {
    EMBEDDED("Assistants", assistants_md),
    EMBEDDED("AtHome", at_home_md),
    EMBEDDED("Benchmarks", benchmarks_md),
    EMBEDDED("Calendars", calendars_md),
    EMBEDDED("Clients", clients_md),
    EMBEDDED("Contributing", contributing_md),
    EMBEDDED("Data", data_md),
    EMBEDDED("Documentation", documentation_md),
    EMBEDDED("Install", install_md),
    EMBEDDED("Lists", lists_md),
    EMBEDDED("PostgreSQL", postgresql_md),
    EMBEDDED("Proxies", proxies_md),
    EMBEDDED("Reminders", reminders_md),
    EMBEDDED("Settings", settings_md),
    EMBEDDED("Sharing", sharing_md),
    EMBEDDED("Webhooks", webhooks_md),
    {},
};

static const struct EmbeddedFile reference[] = {
    EMBEDDED("elements.js", reference_elements_js),
    EMBEDDED("reference.css", reference_reference_css),
    EMBEDDED("reference.html", reference_reference_html),
    EMBEDDED("reference.js", reference_reference_js),
    EMBEDDED("schemas.js", reference_schemas_js),
    EMBEDDED("trying.js", reference_trying_js),
    {},
};

struct EmbeddedFile embedded_description(void) {
    return (struct EmbeddedFile)EMBEDDED("openapi.yaml", openapi_yaml);
}

struct EmbeddedFile embedded_description_json(void) {
    return (struct EmbeddedFile)EMBEDDED("openapi.json", openapi_json);
}

struct EmbeddedFile embedded_page(void) {
    return (struct EmbeddedFile)EMBEDDED("index.html", index_html);
}

struct EmbeddedFile embedded_worker(void) {
    return (struct EmbeddedFile)EMBEDDED("worker.js", worker_js);
}

struct EmbeddedFile embedded_manual_style(void) {
    return (struct EmbeddedFile)EMBEDDED("manual.css", manual_css);
}

const struct EmbeddedFile *embedded_assets(void) { return assets; }
const struct EmbeddedFile *embedded_icons(void) { return icons; }
const struct EmbeddedFile *embedded_manual(void) { return manual; }
const struct EmbeddedFile *embedded_reference(void) { return reference; }
