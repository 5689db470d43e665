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

    private static let page = WebFile(.html, EmbeddedFiles.page)

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
        return WebFile(.script, [UInt8](head.utf8) + EmbeddedFiles.worker)
    }()

    private static let assets = files(EmbeddedFiles.assets)
    private static let icons = files(EmbeddedFiles.icons)

    private static func files(_ embedded: [String: [UInt8]]) -> [String: WebFile] {
        Dictionary(
            uniqueKeysWithValues: embedded.map { name, octets in (name, WebFile(.init(of: name), octets)) })
    }
}
