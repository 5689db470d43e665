public import HTTP

/// The page at `/` where people see their lists, with all its files, and the pictures of the icons.
///
/// The files are those of the folders `Page` and `Icons`, held in the executable as they are. None needs a
/// token: they are the same for everybody.
public enum WebPage {
    /// `GET` for the page, for its files and for the pictures.
    public static let routes: [Route] = [
        .get("/icons/{file}") { request in try answer(to: request, from: icons) }
    ]

    /// The address of an icon's picture: `/icons/no-icon.svg` for `No Icon`.
    public static func iconAddress(for name: String) -> String {
        "/icons/\(name.lowercased().split(separator: " ").joined(separator: "-")).svg"
    }

    private static func answer(
        to request: Request, from files: [String: WebFile]
    ) throws(Problem) -> Response {
        guard let name = request.parameters.first, let file = files[name] else {
            throw Problem(.notFound, "The page has no such file.")
        }
        return try file.answer(to: request)
    }

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
