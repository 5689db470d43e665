import Digest
public import HTTP

/// The page at `/` where people see their lists, with all its files, and the pictures of the icons.
///
/// The files are those of the folders `Page` and `Icons`, held in the executable as they are and sent without
/// the comments of scripts and style sheets, those that the page begins with as one (``ScriptBundles``). None
/// needs a token: they are the same for everybody.
///
/// This module is the page, as it is sent. It touches nothing but zlib.
public enum WebPage {
    /// `GET` for the page, for its files and for the pictures; maps are shown where there are tiles for them.
    public static func routes<Identity, Permission>(
        mapTiles: MapTiles? = nil
    ) -> [Route<Identity, Permission>] {
        let page = Self.page(mapTiles)
        let worker = Self.worker(of: page)
        return [
            .open(.get, "/") { request, _ in try page.answer(to: request) },
            .open(.get, "/worker.js") { request, _ in try worker.answer(to: request) },
            .open(.get, "/favicon.ico") { request, _ in
                try answer(to: request, named: "favicon.ico", from: assets)
            },
            .open(.get, "/assets/{file}") { request, context in
                try answer(to: request, named: context.parameters.first, from: assets)
            },
            .open(.get, "/icons/{file}") { request, context in
                var icon = try answer(to: request, named: context.parameters.first, from: icons)
                // Front ends of other origins show these pictures.
                icon.fields[.crossOriginResourcePolicy] = "cross-origin"
                return icon
            },
        ]
    }

    private static func answer(
        to request: Request, named name: (some StringProtocol)?, from files: [String: WebFile]
    ) throws(Problem) -> Response {
        guard let name, let file = files[String(name)] else {
            throw Problem(.notFound, "The page has no such file.")
        }
        return try file.answer(to: request)
    }

    /// The page itself. What comes before all other scripts stands in it, where it runs at once.
    private static func page(_ mapTiles: MapTiles?) -> WebFile {
        let early = ScriptBundles(entries: [earlyScript], scripts: scripts).files[earlyScript] ?? []
        let script = PageText.withoutComments(early)
        let text = String(decoding: EmbeddedFiles.page, as: UTF8.self)
            .replacing(" src=\"\(earlyScript)\">", with: ">\(String(decoding: script, as: UTF8.self))")
            .replacing("data-map-tiles=\"\"", with: "data-map-tiles=\"\(mapTiles?.address ?? "")\"")
        return WebFile(.html, [UInt8](text.utf8), inlined: script, picturesFrom: mapTiles?.origin)
    }

    private static let earlyScript = "early.js"

    /// The service worker. It begins with what it keeps, and with what stands for all of that: browsers take
    /// a worker for a new one when any of its octets differs.
    private static func worker(of page: WebFile) -> WebFile {
        var files = ["/": page]
        for (name, file) in assets where !installed.contains(name) { files["/assets/\(name)"] = file }
        for (name, file) in icons { files["/icons/\(name)"] = file }
        let sorted = files.sorted { $0.key < $1.key }
        let tags = sorted.map { $0.value.tag }.joined()
        let version = SHA256.digest([UInt8](tags.utf8)).hexadecimal.prefix(16)
        let paths = sorted.map { "\"\($0.key)\"" }.joined(separator: ",")
        let head = "const version = \"\(version)\";\nconst files = [\(paths)];\n"
        return WebFile(.script, [UInt8](head.utf8) + EmbeddedFiles.worker)
    }

    /// What a device asks for once, when the page is installed there, and keeps by itself.
    private static let installed: Set = ["icon-192.png", "icon-512.png", "icon-maskable.png"]

    private static let scripts = EmbeddedFiles.assets.filter { $0.key.hasSuffix(".js") }

    /// What the page is made of besides itself. Two scripts have most others: what shows lists, and what
    /// changes them.
    private static let assets: [String: WebFile] = {
        let later = scripts.filter { $0.key != earlyScript }
        let bundles = ScriptBundles(entries: ["app.js", "editing.js"], scripts: later)
        let others = files(EmbeddedFiles.assets.filter { scripts[$0.key] == nil })
        return bundles.files.mapValues { WebFile(.script, $0) }.merging(others) { script, _ in script }
    }()

    private static let icons = files(EmbeddedFiles.icons)

    private static func files(_ embedded: [String: [UInt8]]) -> [String: WebFile] {
        Dictionary(
            uniqueKeysWithValues: embedded.map { name, octets in (name, WebFile(.init(of: name), octets)) })
    }
}
