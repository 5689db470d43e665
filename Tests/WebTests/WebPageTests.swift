import Foundation
import HTTP
import Testing
import Web

@Suite struct `The page` {
    private let router = Router(WebPage.routes)

    private func get(_ path: String, _ fields: Fields = [:]) async -> Response {
        await router.respond(
            to: Request(head: RequestHead(method: .get, target: RequestTarget(path: path), fields: fields)))
    }

    /// The files of a folder of the target, by name.
    private func files(_ folder: String) throws -> [URL] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Web")
        return try FileManager.default.contentsOfDirectory(
            at: sources.appending(path: folder), includingPropertiesForKeys: nil)
    }

    private func body(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    /// What is sent of a file: no comments of scripts and style sheets, and no space that lines begin with.
    private func sent(_ file: URL) throws -> [UInt8] {
        let content = [UInt8](try Data(contentsOf: file))
        guard file.pathExtension != "svg" else { return content }
        let text = String(decoding: content, as: UTF8.self)
            .replacing(#/(?m)^ *\/\*(?s:.)*?\*\/$\n?/#, with: "")
            .replacing(#/(?m)^ *\/\/.*$\n?/#, with: "")
            .replacing(#/(?m)^ +/#, with: "")
            .replacing(#/\n{2,}/#, with: "\n")
        return Array(text.drop(while: \.isNewline).utf8)
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
        let types = ["js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html"]
        for (folder, path) in [("Page", "/assets/"), ("Icons", "/icons/")] {
            for file in try files(folder) {
                let name = file.lastPathComponent
                let address = ["index.html": "/", "worker.js": "/worker.js"][name] ?? path + name
                let response = await get(address)
                #expect(response.status == .ok, "\(name)")
                let content = try sent(file)
                // The worker begins with what it keeps.
                let rest = name == "worker.js" ? body(response).suffix(content.count) : body(response)[...]
                #expect(rest == content[...], "\(name)")
                let type = try #require(types[file.pathExtension])
                #expect(response.fields[.contentType]?.hasPrefix(type) == true, "\(name)")
            }
        }
    }

    @Test func `names every other file in its worker`() async throws {
        let worker = String(decoding: body(await get("/worker.js")), as: UTF8.self)
        #expect(worker.hasPrefix("const version = \""))
        for (folder, path) in [("Page", "/assets/"), ("Icons", "/icons/")] {
            for name in try files(folder).map(\.lastPathComponent) where name != "worker.js" {
                #expect(worker.contains(name == "index.html" ? "\"/\"" : "\"\(path)\(name)\""), "\(name)")
            }
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

    @Test func `has a picture for each icon`() async {
        for name in ["No Icon", "Appointments", "Trips"] {
            #expect(await get(WebPage.iconAddress(for: name)).status == .ok)
        }
        #expect(WebPage.iconAddress(for: "No Icon") == "/icons/no-icon.svg")
    }

    @Test func `does not know other files`() async {
        #expect(await get("/assets/other.js").status == .notFound)
        #expect(await get("/icons/app.js").status == .notFound)
    }
}
