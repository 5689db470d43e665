import Digest
public import HTTP
import Synchronization

/// The web page at `/` with all its files, and the icons.
///
/// The files come from the folders `Page` and `Icons`, embedded in the executable. At the first request
/// the server removes the comments of scripts and style sheets, and bundles the scripts (``ScriptBundles``).
/// No file needs a token: they are the same for all callers.
///
/// This module only serves the page. It uses no resource but zlib.
public enum WebPage {
    /// The routes of the page, its files and the icons. Without `mapTiles` the page shows no maps.
    public static func routes<Identity, Permission>(
        mapTiles: MapTiles? = nil
    ) -> [Route<Identity, Permission>] {
        let first = FirstFiles(mapTiles)
        return [
            .open(.get, "/", reads: WebFile.requestFields) { request, _ in
                try first.files.page.answer(to: request)
            },
            .open(.get, "/worker.js", reads: WebFile.requestFields) { request, _ in
                try first.files.worker.answer(to: request)
            },
            .open(.get, "/favicon.ico", reads: WebFile.requestFields) { request, _ in
                try answer(to: request, named: "favicon.ico", from: assets)
            },
            .open(.get, "/lists/{listId}") { _, context in
                try shortcut(to: context.parameters.first)
            },
            .open(.get, "/assets/{file}", reads: WebFile.requestFields) { request, context in
                if context.parameters.first == AppManifest.name {
                    return try AppManifest.answer(to: request)
                }
                return try answer(to: request, named: context.parameters.first, from: assets)
            },
            .open(.get, "/assets/{build}/{file}", reads: WebFile.requestFields) { request, context in
                let file = try answer(to: request, named: context.parameters.last, from: assets)
                // During an upgrade another process may have served the page.
                return context.parameters.first == build ? file.cachedForGood : file.neverCached
            },
            .open(.get, "/icons/{file}", reads: WebFile.requestFields) { request, context in
                var icon = try answer(to: request, named: context.parameters.first, from: icons)
                // Web front ends of other origins show these icons.
                icon.fields[.crossOriginResourcePolicy] = "cross-origin"
                return icon
            },
        ] + Manual.routes()
    }

    /// A redirect to the view of a list, for links that people type or share.
    private static func shortcut(to listId: String?) throws(Problem) -> Response {
        guard let listId, let number = UInt64(listId) else {
            throw Problem(.pathNotFound, "A list has a number, for example /lists/3.")
        }
        return Response(.seeOther, fields: [.location: "/#/lists/\(number)", .cacheControl: "no-cache"])
    }

    private static func answer(
        to request: Request, named name: (some StringProtocol)?, from files: [String: WebFile]
    ) throws(Problem) -> Response {
        guard let name, let file = files[String(name)] else {
            throw Problem(.pathNotFound, "The page has no such file.")
        }
        return try file.answer(to: request)
    }

    /// The page and its service worker, made at the first request for one of them.
    private final class FirstFiles: Sendable {
        private let mapTiles: MapTiles?
        private let made = Mutex<(page: WebFile, worker: WebFile)?>(nil)

        init(_ mapTiles: MapTiles?) { self.mapTiles = mapTiles }

        var files: (page: WebFile, worker: WebFile) {
            made.withLock { made in
                if let made { return made }
                let page = WebPage.page(mapTiles)
                let files = (page, WebPage.worker(of: page))
                made = files
                return files
            }
        }
    }

    /// The HTML page. The script that must run before all others is inline.
    private static func page(_ mapTiles: MapTiles?) -> WebFile {
        let early = ScriptBundles(entries: [earlyScript], scripts: scripts).files[earlyScript] ?? []
        let script = PageText.withoutComments(early)
        let text = String(decoding: EmbeddedFiles.page, as: UTF8.self)
            .replacing(" src=\"\(earlyScript)\">", with: ">\(String(decoding: script, as: UTF8.self))")
            .replacing("\"/assets/style.css\"", with: "\"\(address("style.css"))\"")
            .replacing("\"/assets/app.js\"", with: "\"\(address("app.js"))\"")
            .replacing("data-map-tiles=\"\"", with: "data-map-tiles=\"\(mapTiles?.address ?? "")\"")
        return WebFile(.html, [UInt8](text.utf8), inlined: script, picturesFrom: mapTiles?.origin)
    }

    private static let earlyScript = "early.js"

    /// The service worker. The list of cached files and a version digest precede its code, because browsers
    /// install a worker again when any octet differs.
    private static func worker(of page: WebFile) -> WebFile {
        var files = ["/": page]
        for (name, file) in assets where !installed.contains(name) { files[address(name)] = file }
        for (name, file) in icons { files["/icons/\(name)"] = file }
        let sorted = files.sorted { $0.key < $1.key }
        let tags = sorted.map { $0.value.tag }.joined()
        let version = SHA256.digest([UInt8](tags.utf8)).hexadecimal.prefix(16)
        let paths = sorted.map { "\"\($0.key)\"" }.joined(separator: ",")
        let head = "const version = \"\(version)\";\nconst files = [\(paths)];\n"
        return WebFile(.script, [UInt8](head.utf8) + EmbeddedFiles.worker)
    }

    /// The address of an asset. It names the build, so an open tab never loads a file of another version.
    ///
    /// Pictures that the browser or the system keeps have one address in all versions.
    private static func address(_ name: String) -> String {
        let isOfBuild =
            [".js", ".css", ".html"].contains { name.hasSuffix($0) } || stylePictures.contains(name)
        return isOfBuild ? "/assets/\(build)/\(name)" : "/assets/\(name)"
    }

    /// The pictures that style sheets name relative to their own address.
    private static let stylePictures: Set = ["bin.svg", "check.svg"]

    /// The digest of all assets.
    private static let build: String = {
        let tags = assets.sorted { $0.key < $1.key }.map { $0.value.tag }.joined()
        return String(SHA256.digest([UInt8](tags.utf8)).hexadecimal.prefix(8))
    }()

    /// The icons that the system loads once, when a person installs the page, and keeps itself.
    private static let installed: Set = ["icon-192.png", "icon-512.png", "icon-maskable.png"]

    private static let scripts = EmbeddedFiles.assets.filter { $0.key.hasSuffix(".js") }

    /// The first scripts of the bundles. `app.js` shows lists, and loads `rest.js` once they are shown. The
    /// others are loaded when one of their views or dialogs opens.
    private static let entries = [
        "app.js", "rest.js", "people.js", "more.js", "exchange.js", "welcome.js",
    ]

    /// The other files of the page. Bundles that are loaded later have templates under the same name.
    private static let assets: [String: WebFile] = {
        let later = scripts.filter { $0.key != earlyScript }
        let bundles = ScriptBundles(entries: entries, scripts: later)
        var files = bundles.files.mapValues { WebFile(.script, $0) }
        let others = EmbeddedFiles.assets.filter { scripts[$0.key] == nil }
        let isOfRest = { (name: String) in
            name.hasSuffix(".html") && !entries.contains(name.replacing(".html", with: ".js"))
        }
        let templates = others.filter { isOfRest($0.key) }.sorted { $0.key < $1.key }
        files["rest.html"] = WebFile(.html, templates.flatMap(\.value))
        for (name, octets) in others where !isOfRest(name) {
            files[name] = WebFile(.init(of: name), octets)
        }
        return files
    }()

    private static let icons = files(EmbeddedFiles.icons)

    private static func files(_ embedded: [String: [UInt8]]) -> [String: WebFile] {
        Dictionary(
            uniqueKeysWithValues: embedded.map { name, octets in (name, WebFile(.init(of: name), octets)) })
    }
}
