import Digest
import Foundation
import HTTP
import Testing
import Web

@Suite struct `The page` {
    private let router = Router<Never, Never>(WebPage.routes())

    private func get(_ path: String, _ fields: Fields = [:]) async -> Response {
        await router.respond(
            to: Request(head: RequestHead(method: .get, target: RequestTarget(path: path), fields: fields)))
    }

    /// The files of a folder of the target and the folders in it. Each has a name of its own.
    private func files(_ folder: String) throws -> [URL] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Serve/Web/\(folder)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let files = paths.filter { $0.contains(".") }.map { folder.appending(path: $0) }
        #expect(Set(files.map(\.lastPathComponent)).count == files.count)
        return files
    }

    private func body(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    private func text(_ path: String) async -> String {
        String(decoding: body(await get(path)), as: UTF8.self)
    }

    /// What is sent of a file: no comments of scripts and style sheets, and no space that lines begin with.
    private func sent(_ file: URL) throws -> [UInt8] {
        let content = [UInt8](try Data(contentsOf: file))
        guard ["js", "css", "html"].contains(file.pathExtension) else { return content }
        let text = String(decoding: content, as: UTF8.self)
            .replacing(#/(?m)^ *\/\*(?s:.)*?\*\/$\n?/#, with: "")
            .replacing(#/(?m)^ *\/\/.*$\n?/#, with: "")
            .replacing(#/(?m)^ +/#, with: "")
            .replacing(#/\n{2,}/#, with: "\n")
        return Array(text.drop(while: \.isNewline).utf8)
    }

    /// The text that the server sends for a file, without the imports and without what marks exports.
    private func said(_ file: URL) throws -> String {
        unexported(
            String(decoding: try sent(file), as: UTF8.self)
                .replacing(#/(?m)^(?:import|export \*) [^;]*";\n/#, with: ""))
    }

    /// A bundle exports only what others need.
    private func unexported(_ text: String) -> String {
        text.replacing(#/(?m)^export (?=(?:async )?(?:function|class|const) )/#, with: "")
    }

    @Test func `has no text that would be changed with its comments`() throws {
        for file in try files("Page") where ["js", "css"].contains(file.pathExtension) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(file.lastPathComponent): \(line)")
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("/*") || text.hasPrefix("*"), let end = line.firstRange(of: "*/") else {
                    continue
                }
                #expect(end.upperBound == line.endIndex, "\(file.lastPathComponent): \(line)")
            }
        }
    }

    @Test func `serves every file without its comments, with its media type`() async throws {
        let types = [
            "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html",
            "webmanifest": "application/manifest+json", "png": "image/png", "ico": "image/vnd.microsoft.icon",
        ]
        var together = ""
        let bundles = ["app.js", "rest.js", "people.js", "more.js", "exchange.js", "welcome.js"]
        for name in bundles + ["rest.html"] {
            together += unexported(await text("/assets/\(name)"))
        }
        together += unexported(await text("/")).replacing(#/\/assets\/[0-9a-f]{8}\//#, with: "/assets/")
        for (folder, path) in [("Page", "/assets/"), ("Icons", "/icons/")] {
            for file in try files(folder) {
                let name = file.lastPathComponent
                let said = try self.said(file)
                // A file that only exports the names of others leaves nothing.
                if said.isEmpty { continue }
                let address = ["index.html": "/", "worker.js": "/worker.js"][name] ?? path + name
                let response = await get(address)
                // The worker begins with the list of the files that it caches.
                if response.status == .notFound
                    || bundles.contains(name)
                {
                    #expect(together.contains(said), "\(name)")
                } else if name == "index.html" {
                    let parts = said.split(separator: " src=\"early.js\">")
                    #expect(parts.count == 2 && parts.allSatisfy { together.contains($0) })
                } else {
                    #expect(response.status == .ok, "\(name)")
                    let text = unexported(String(decoding: body(response), as: UTF8.self))
                    #expect(text.hasSuffix(said), "\(name)")
                    let type = try #require(types[file.pathExtension])
                    #expect(response.fields[.contentType]?.hasPrefix(type) == true, "\(name)")
                }
            }
        }
    }

    @Test func `begins with one script that imports nothing`() async throws {
        let begin = await text("/assets/app.js")
        #expect(!begin.contains(#/(?m)^import /#))
        #expect(begin.contains(#/(?m)^export const api = \{ .*\bsend, .* \};$/#))
        for name in ["rest", "people", "more", "exchange"] {
            let later = await text("/assets/\(name).js")
            let imports = later.matches(of: #/(?m)^import \{ (.*) \} from "(.*)";$/#)
            #expect(imports.map(\.2) == ["./app.js"] + (name == "rest" ? [] : ["./rest.js"]))
            #expect(imports.first?.1.contains("api, ") == true)
        }
        for name in ["api", "agenda-view", "item-editor", "import-part", "early"] {
            #expect(await get("/assets/\(name).js").status == .notFound)
        }
    }

    @Test func `exports from its first script what others import and no more`() async throws {
        var imported: Set<Substring> = []
        for name in ["rest", "people", "more", "exchange"] {
            let text = await text("/assets/\(name).js")
            let found = try #require(text.firstMatch(of: #/(?m)^import \{ (.*) \} from "\.\/app\.js";$/#))
            imported.formUnion(found.1.split(separator: ", "))
        }
        let begin = await text("/assets/app.js")
        let exported = begin.matches(of: Self.declaration).filter { $0.1 != nil }.map(\.2)
        #expect(Set(exported) == imported)
    }

    @Test(arguments: [("exchange", "css", 12_000), ("people", "html", 14_000), ("more", "html", 26_000)])
    func `has bundles of a limited size`(bundle: String, other: String, octetsMax: Int) async throws {
        var sizes: [String: Int] = [:]
        for name in [".js", ".\(other)", "-de.js", "-fr.js", "-ja.js"].map({ bundle + $0 }) {
            let response = await get("/assets/\(name)", [.acceptEncoding: "gzip"])
            #expect(response.status == .ok && response.fields[.contentEncoding] == "gzip")
            sizes[name] = body(response).count
        }
        let words = sizes.filter { $0.key.contains("-") }
        let dialog = sizes.filter { !$0.key.contains("-") }.values.reduce(0, +)
        #expect(words.count == 3)
        #expect(dialog + (words.values.max() ?? 0) <= octetsMax, "\(sizes)")
    }

    @Test func `has scripts whose imports exist and have one name`() throws {
        let scripts = try files("Page").filter { $0.pathExtension == "js" }
        let texts = try Dictionary(
            uniqueKeysWithValues: scripts.map { file in
                (Substring(file.lastPathComponent), try String(contentsOf: file, encoding: .utf8))
            })
        var wholes: [Substring: Substring] = [:]
        for (name, text) in texts {
            for found in text.matches(of: #/(?m)^import ([^;]*) from "\.\/(.*)";$/#) {
                let file = try #require(texts[found.2], "\(name): \(found.0)")
                guard found.1.hasPrefix("{") else {
                    let whole = try #require(found.1.wholeMatch(of: #/\* as (\w+)/#), "\(name): \(found.0)")
                    #expect(wholes.updateValue(whole.1, forKey: found.2) ?? whole.1 == whole.1, "\(name)")
                    continue
                }
                let exports = Set(file.matches(of: Self.declaration).filter { $0.1 != nil }.map(\.2))
                for word in found.1.split(whereSeparator: { " ,{}\n".contains($0) }) {
                    #expect(exports.contains(word), "\(name) imports \(word) from \(found.2)")
                }
            }
        }
        #expect(wholes["api.js"] == "api")
    }

    @Test(arguments: [
        ("app.js", 200), ("rest.js", 200), ("people.js", 30), ("more.js", 50), ("exchange.js", 50),
        ("welcome.js", 10),
    ])
    func `has bundles that declare each name once`(bundle: String, namesMin: Int) async throws {
        let together = unexported(await text("/assets/\(bundle)"))
        var names: [Substring] = []
        for found in together.matches(of: #/(?m)^import \{ (.*) \} from/#) {
            names += found.1.split(separator: ", ")
        }
        for file in try files("Page") where file.pathExtension == "js" {
            guard together.contains(try said(file)) else { continue }
            // The indentation of the sources shows which declarations are at the top level.
            let text = try String(contentsOf: file, encoding: .utf8)
            names += text.matches(of: Self.declaration).map(\.2)
        }
        #expect(names.count > namesMin)
        #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.isEmpty)
    }

    @Test func `has every function that it loads later in the loaded script`() async throws {
        var exports: [Substring: Set<Substring>] = [:]
        for bundle: Substring in ["rest", "people", "more"] {
            let text = await text("/assets/\(bundle).js")
            exports[bundle] = Set(text.matches(of: Self.declaration).filter { $0.1 != nil }.map(\.2))
        }
        for file in try files("Page") where file.pathExtension == "js" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for found in text.matches(of: #/doLater\("(\w+)"(?:, "(\w+)")?\)/#) {
                let names = exports[found.2 ?? "rest"] ?? []
                #expect(names.contains(found.1), "\(file.lastPathComponent): \(found.0)")
            }
        }
    }

    /// A name that a script declares at its top level, and whether it exports it.
    private static var declaration: Regex<(Substring, Substring?, Substring)> {
        #/(?m)^(export )?(?:async )?(?:function|class|const|let) (\w+)/#
    }

    @Test func `runs the script that stands in it and no other`() async throws {
        let page = await text("/")
        let scripts = page.matches(of: #/<script[^>]*>((?s:.)*?)<\/script>/#).map(\.1).filter { !$0.isEmpty }
        let script = try #require(scripts.first)
        #expect(scripts.count == 1)
        #expect(script.contains("fetch("))
        let hash = SHA256.digest(Array(script.utf8)).base64
        let policy = await get("/").fields[.contentSecurityPolicy]
        #expect(policy?.contains("script-src 'self' 'sha256-\(hash)'; ") == true)
        let others = await get("/assets/app.js").fields[.contentSecurityPolicy]
        #expect(others?.contains("script-src 'self'; ") == true)
    }

    @Test func `names every file that it needs in its worker`() async throws {
        // A device asks for these once, when the page is installed there.
        let installed = ["icon-192.png", "icon-512.png", "icon-maskable.png"]
        let worker = String(decoding: body(await get("/worker.js")), as: UTF8.self)
        #expect(worker.hasPrefix("const version = \""))
        for (folder, path) in [("Page", "/assets/"), ("Icons", "/icons/")] {
            for name in try files(folder).map(\.lastPathComponent) where name != "worker.js" {
                let address = name == "index.html" ? "/" : path + name
                let isSent = await get(address).status == .ok
                let isNeeded = isSent && !installed.contains(name)
                #expect(isSent || !installed.contains(name), "\(name)")
                let ofBuild = "/assets/\(try await build())/\(name)"
                let isNamed = [address, ofBuild].filter { worker.contains("\"\($0)\"") }
                #expect(isNamed.count == (isNeeded ? 1 : 0), "\(name)")
                for path in isNamed { #expect(await get(path).status == .ok, "\(path)") }
            }
        }
    }

    /// The build that the page's addresses name.
    private func build() async throws -> Substring {
        try #require(await text("/").firstMatch(of: #/"\/assets\/([0-9a-f]{8})\/app\.js"/#)).1
    }

    @Test func `names its build in the addresses of scripts and styles, and serves its own for another`()
        async throws
    {
        let build = try await build()
        #expect(await text("/").contains("href=\"/assets/\(build)/style.css\""))
        for name in ["app.js", "rest.js", "rest.css", "rest.html", "de.js", "bin.svg"] {
            let response = await get("/assets/\(build)/\(name)")
            #expect(response.fields[.cacheControl] == "max-age=31536000, immutable", "\(name)")
            #expect(body(response) == body(await get("/assets/\(name)")), "\(name)")
            let other = await get("/assets/00000000/\(name)")
            #expect(other.fields[.cacheControl] == "no-store" && body(other) == body(response), "\(name)")
        }
        #expect(await get("/assets/\(build)/none.js").status == .notFound)
        // Systems compare the addresses of an installed page's pictures.
        #expect(await text("/").contains("href=\"/assets/manifest.webmanifest\""))
    }

    @Test(arguments: [
        ("", "Today"), ("de-DE,de;q=0.9", "Heute"), ("nl, fr-CH", "Aujourd’hui"), ("ja", "今日"),
        ("en-GB,de", "Today"), ("fr;q=0.5, de;q=0.8, nl", "Heute"), ("de;q=0, ja;q=0.1", "今日"),
        ("de;q, fr;q=0.1", "Aujourd’hui"), (",,;", "Today"),
    ])
    func `names the shortcuts of the app in the language of the request`(accepted: String, today: String)
        async
    {
        let response = await get("/assets/manifest.webmanifest", [.acceptLanguage: accepted])
        #expect(response.status == .ok)
        #expect(String(decoding: body(response), as: UTF8.self).contains("\"name\": \"\(today)\""))
        #expect(response.fields[.vary] == "Accept-Encoding, Accept-Language")
        let tag = response.fields[.etag] ?? ""
        let again = await get(
            "/assets/manifest.webmanifest", [.acceptLanguage: accepted, .ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.fields[.vary] == response.fields[.vary])
    }

    @Test func `leads from the address of a list to its view`() async {
        let response = await get("/lists/3")
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == "/#/lists/3")
        for path in ["/lists/x", "/lists/-1", "/lists/%2F", "/lists/", "/lists"] {
            #expect(await get(path).status == .notFound, "\(path)")
        }
    }

    @Test func `lets nothing in that is not its own`() async {
        let response = await get("/")
        let policy = response.fields[.contentSecurityPolicy] ?? ""
        for rule in ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe"))
        #expect(response.fields[.xContentTypeOptions] == "nosniff")
    }

    @Test func `has maps of one place elsewhere, if that is named`() async throws {
        let tiles = try #require(MapTiles("https://tile.example:8443/a/{z}/{x}/{y}.png?key=b"))
        let routes = Router<Never, Never>(WebPage.routes(mapTiles: tiles))
        let head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        let response = await routes.respond(to: Request(head: head))
        let policy = response.fields[.contentSecurityPolicy]
        #expect(policy?.contains("img-src 'self' https://tile.example:8443; ") == true)
        let page = String(decoding: body(response), as: UTF8.self)
        #expect(page.contains("data-map-tiles=\"https://tile.example:8443/a/{z}/{x}/{y}.png?key=b\""))
        #expect(await get("/").fields[.contentSecurityPolicy]?.contains("img-src 'self'; ") == true)
        #expect(await text("/").contains("data-map-tiles=\"\""))
    }

    @Test(arguments: [
        "", "https://tile.example/{z}/{x}.png", "tile.example/{z}/{x}/{y}", "ftp://tile.example/{z}/{x}/{y}",
        "https:///{z}/{x}/{y}", "https://{z}.tile.example/{x}/{y}", "https://a@tile.example/{z}/{x}/{y}",
        "https://tile.example/{z}/{x}/{y};script-src *", "https://tile.example/{z}/{x}/{y}\"><b>",
        "https://tile.example, *", "https://{x}{y}{z}/",
    ])
    func `takes no address for tiles that is none`(address: String) {
        #expect(MapTiles(address) == nil)
    }

    @Test func `is not sent again to who has it`() async throws {
        let tag = try #require(await get("/assets/app.js").fields[.etag])
        #expect(tag.hasPrefix("\""))
        let response = await get("/assets/app.js", [.ifNoneMatch: tag])
        #expect(response.status == .notModified)
        #expect(body(response).isEmpty)
        #expect(await get("/assets/app.js", [.ifMatch: "\"another\""]).status == .preconditionFailed)
    }

    @Test func `is sent compressed to who takes that`() async throws {
        for accepted in ["gzip", "br, GZIP;q=0.5", "deflate, gzip ; q=1.000"] {
            let response = await get("/", [.acceptEncoding: accepted])
            #expect(response.fields[.contentEncoding] == "gzip", "\(accepted)")
            #expect(body(response).starts(with: [0x1F, 0x8B, 8]))
            #expect(body(response).count < body(await get("/")).count / 2)
        }
        for accepted in ["identity", "gzip;q=0", "gzip; q=0.0", "br", "*;q=0"] {
            let response = await get("/", [.acceptEncoding: accepted])
            #expect(response.fields[.contentEncoding] == nil, "\(accepted)")
        }
        let plain = await get("/")
        #expect(plain.fields[.vary] == "Accept-Encoding")
        #expect(plain.fields[.etag] != (await get("/", [.acceptEncoding: "gzip"])).fields[.etag])
    }

    @Test func `does not know other files`() async {
        #expect(await get("/assets/other.js").status == .notFound)
        #expect(await get("/icons/app.js").status == .notFound)
    }
}
