import Foundation
import HTTP
import Testing
import Web

@Suite struct `The manual` {
    private let router = Router<Never, Never>(WebPage.routes())

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources")
    private static let catalog = sources.appending(path: "checklistd/Documentation.docc")

    /// The names of all pages but the contents.
    private static func names() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
        return files.filter { $0.hasSuffix(".md") && $0 != "Documentation.md" }.map { String($0.dropLast(3)) }
    }

    private func get(_ path: String, _ fields: Fields = [:]) async -> Response {
        await router.respond(
            to: Request(head: RequestHead(method: .get, target: RequestTarget(path: path), fields: fields)))
    }

    private func body(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    private func text(_ path: String) async -> String {
        String(decoding: body(await get(path)), as: UTF8.self)
    }

    @Test func `has every page of the catalog, and lists each on every page`() async throws {
        let names = try Self.names()
        #expect(names.count == 15)
        #expect(await text("/docs/") == text("/docs"))
        for path in ["/docs"] + names.map({ "/docs/\($0)" }) {
            let page = await text(path)
            #expect(page.contains("<h1 id="), "\(path)")
            for name in names { #expect(page.contains("<li><a href=\"/docs/\(name)\""), "\(path): \(name)") }
        }
        #expect(await text("/docs/Data").contains("<a href=\"/docs/Data\" aria-current=\"page\">"))
    }

    @Test func `has links that lead somewhere`() async throws {
        for path in try ["/docs"] + Self.names().map({ "/docs/\($0)" }) {
            let page = await text(path)
            // Links to other files of the repository would lose their destination.
            #expect(!page.contains(".md\"") && !page.contains("]("), "\(path)")
            for link in page.matches(of: #/href="(\/docs[^"#]*)?(#[^"]*)?"/#) {
                let target = link.1.map(String.init) ?? path
                #expect(await get(target).status == .ok, "\(path): \(target)")
                if let anchor = link.2?.dropFirst() {
                    #expect(await text(target).contains("id=\"\(anchor)\""), "\(path): \(link.0)")
                }
            }
        }
    }

    @Test func `has no script, and code with its indentation`() async throws {
        for name in try Self.names() { #expect(!(await text("/docs/\(name)")).contains("<script")) }
        #expect(await text("/docs/Webhooks").contains("\n    def do_POST(self):\n        body = "))
        #expect(await text("/docs/Proxies").contains("<div class=\"aside danger\">"))
    }

    /// Tests/Outside/Browser/page/test_reference.py shows what it does.
    @Test func `has the reference of the API beside its pages`() async throws {
        let page = await text("/docs/api")
        #expect(page.contains("<li><a href=\"/docs/api\" aria-current=\"page\">API reference</a>"))
        #expect(await text("/docs").contains("<li><a href=\"/docs/api\">API reference</a>"))
        let files = page.matches(of: #/(?:src|href)="(\/docs\/[a-z]+\.(?:js|css))"/#).map { String($0.1) }
        #expect(files == ["/docs/manual.css", "/docs/reference.css", "/docs/reference.js"])
        for file in files { #expect(await get(file).status == .ok, "\(file)") }
        // All of its scripts are in one file.
        #expect(!(await text("/docs/reference.js")).contains("\nimport "))
    }

    @Test func `is sent once, compressed, with the policy of the page`() async throws {
        let response = await get("/docs/Settings", [.acceptEncoding: "gzip"])
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(response.fields[.contentEncoding] == "gzip")
        #expect(response.fields[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; ") == true)
        #expect(response.fields[.xContentTypeOptions] == "nosniff")
        let tag = try #require(response.fields[.etag])
        let again = await get("/docs/Settings", [.acceptEncoding: "gzip", .ifNoneMatch: tag])
        #expect(again.status == .notModified)
    }

    @Test(arguments: [
        ("Sharin", "Sharing"), ("settings", "Settings"), ("postgres", "PostgreSQL"),
    ])
    func `names the nearest page instead of an unknown one`(name: String, nearest: String) async {
        let response = await get("/docs/\(name)")
        #expect(response.status == .notFound)
        let problem = String(decoding: body(response), as: UTF8.self)
        #expect(problem.replacing("\\/", with: "/").contains("Did you mean /docs/\(nearest)?"))
    }

    @Test func `has the colours of the page`() async throws {
        let colour = #/(--[a-z]+): ((?:light-dark|#)[^;]*);/#
        let page = try String(
            contentsOf: Self.sources.appending(path: "Serve/Web/Page/style.css"), encoding: .utf8)
        let style = await text("/docs/manual.css")
        #expect(style.matches(of: colour).count >= 10)
        for line in style.matches(of: colour) { #expect(page.contains(line.0), "\(line.0)") }
    }
}
