import Digest
public import HTTP

/// The page at `/` where people see their lists, with all its files, and the pictures of the icons.
///
/// The files are those of the folders `Page` and `Icons`, held in the executable as they are and sent without
/// the comments of scripts and style sheets. None needs a token: they are the same for everybody.
///
/// This module is the page, as it is sent. It touches nothing.
public enum WebPage {
    /// `GET` for the page, for its files and for the pictures.
    public static let routes: [Route] = [
        .get("/") { request, _ in try page.answer(to: request) },
        .get("/worker.js") { request, _ in try worker.answer(to: request) },
        .get("/assets/{file}") { request, context in try answer(to: request, context, from: assets) },
        .get("/icons/{file}") { request, context in try answer(to: request, context, from: icons) },
    ]

    /// The address of an icon's picture: `/icons/no-icon.svg` for `No Icon`.
    public static func iconAddress(for name: String) -> String {
        "/icons/\(name.lowercased().split(separator: " ").joined(separator: "-")).svg"
    }

    private static func answer(
        to request: Request, _ context: RequestContext, from files: [String: WebFile]
    ) throws(Problem) -> Response {
        guard let name = context.parameters.first, let file = files[name] else {
            throw Problem(.notFound, "The page has no such file.")
        }
        return try file.answer(to: request)
    }

    private static let page = WebFile(.html, PackageResources.index_html)

    /// The service worker. It begins with what it keeps, and with what stands for all of that: browsers take
    /// a worker for a new one when any of its octets differs.
    private static let worker: WebFile = {
        var files = ["/": page]
        for (name, file) in assets { files["/assets/\(name)"] = file }
        for (name, file) in icons { files["/icons/\(name)"] = file }
        let sorted = files.sorted { $0.key < $1.key }
        let tags = sorted.map { $0.value.tag }.joined()
        let version = SHA256.digest([UInt8](tags.utf8)).hexadecimal.prefix(16)
        let paths = sorted.map { "\"\($0.key)\"" }.joined(separator: ",")
        let head = "const version = \"\(version)\";\nconst files = [\(paths)];\n"
        return WebFile(.script, [UInt8](head.utf8) + PackageResources.worker_js)
    }()

    private static let assets: [String: WebFile] = [
        "agenda-view.js": WebFile(.script, PackageResources.agenda_view_js),
        "alarm-fields.js": WebFile(.script, PackageResources.alarm_fields_js),
        "api.js": WebFile(.script, PackageResources.api_js),
        "app.js": WebFile(.script, PackageResources.app_js),
        "bin.svg": WebFile(.picture, PackageResources.bin_svg),
        "changes.js": WebFile(.script, PackageResources.changes_js),
        "collection.js": WebFile(.script, PackageResources.collection_js),
        "conflict.js": WebFile(.script, PackageResources.conflict_js),
        "de.js": WebFile(.script, PackageResources.de_js),
        "dialogs.js": WebFile(.script, PackageResources.dialogs_js),
        "dom.js": WebFile(.script, PackageResources.dom_js),
        "due.js": WebFile(.script, PackageResources.due_js),
        "edits.js": WebFile(.script, PackageResources.edits_js),
        "fr.js": WebFile(.script, PackageResources.fr_js),
        "item-editor.js": WebFile(.script, PackageResources.item_editor_js),
        "item-row.js": WebFile(.script, PackageResources.item_row_js),
        "items-view.js": WebFile(.script, PackageResources.items_view_js),
        "ja.js": WebFile(.script, PackageResources.ja_js),
        "kept.js": WebFile(.script, PackageResources.kept_js),
        "language.js": WebFile(.script, PackageResources.language_js),
        "link-dialog.js": WebFile(.script, PackageResources.link_dialog_js),
        "list-form.js": WebFile(.script, PackageResources.list_form_js),
        "lists-view.js": WebFile(.script, PackageResources.lists_view_js),
        "lists.js": WebFile(.script, PackageResources.lists_js),
        "live.js": WebFile(.script, PackageResources.live_js),
        "many-items.js": WebFile(.script, PackageResources.many_items_js),
        "mark.svg": WebFile(.picture, PackageResources.mark_svg),
        "me.js": WebFile(.script, PackageResources.me_js),
        "members.js": WebFile(.script, PackageResources.members_js),
        "notices.js": WebFile(.script, PackageResources.notices_js),
        "open-list.js": WebFile(.script, PackageResources.open_list_js),
        "people.html": WebFile(.html, PackageResources.people_html),
        "place.js": WebFile(.script, PackageResources.place_js),
        "places.html": WebFile(.html, PackageResources.places_html),
        "preferences.js": WebFile(.script, PackageResources.preferences_js),
        "qr.js": WebFile(.script, PackageResources.qr_js),
        "quick-add.js": WebFile(.script, PackageResources.quick_add_js),
        "recurrence.js": WebFile(.script, PackageResources.recurrence_js),
        "refusals.js": WebFile(.script, PackageResources.refusals_js),
        "reminders-view.js": WebFile(.script, PackageResources.reminders_view_js),
        "reordering.js": WebFile(.script, PackageResources.reordering_js),
        "repeat-fields.js": WebFile(.script, PackageResources.repeat_fields_js),
        "sharing.js": WebFile(.script, PackageResources.sharing_js),
        "sign-in.js": WebFile(.script, PackageResources.sign_in_js),
        "style.css": WebFile(.style, PackageResources.style_css),
        "time-fields.js": WebFile(.script, PackageResources.time_fields_js),
        "token.js": WebFile(.script, PackageResources.token_js),
        "topics.js": WebFile(.script, PackageResources.topics_js),
        "trash-view.js": WebFile(.script, PackageResources.trash_view_js),
        "turns.js": WebFile(.script, PackageResources.turns_js),
        "webhooks-view.js": WebFile(.script, PackageResources.webhooks_view_js),
        "who-am-i.js": WebFile(.script, PackageResources.who_am_i_js),
        "windowed-list.js": WebFile(.script, PackageResources.windowed_list_js),
    ]

    private static let icons: [String: WebFile] = [
        "appointments.svg": WebFile(.picture, PackageResources.appointments_svg),
        "birthdays.svg": WebFile(.picture, PackageResources.birthdays_svg),
        "chores.svg": WebFile(.picture, PackageResources.chores_svg),
        "drinks.svg": WebFile(.picture, PackageResources.drinks_svg),
        "folder.svg": WebFile(.picture, PackageResources.folder_svg),
        "groceries.svg": WebFile(.picture, PackageResources.groceries_svg),
        "inbox.svg": WebFile(.picture, PackageResources.inbox_svg),
        "no-icon.svg": WebFile(.picture, PackageResources.no_icon_svg),
        "photos.svg": WebFile(.picture, PackageResources.photos_svg),
        "trips.svg": WebFile(.picture, PackageResources.trips_svg),
    ]
}
