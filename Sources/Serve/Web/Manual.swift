import HTTP
import Markdown
import Spelling

/// The manual at `/docs`: the pages of `Sources/checklistd/Documentation.docc` as HTML, without scripts, and
/// the reference of the API, which a script makes from openapi.json.
enum Manual {
    /// The page with the contents of the manual, and of the catalog in DocC.
    static let indexName = "Documentation"
    private static let path = "/docs"
    private static let styleName = "manual.css"
    private static let referenceName = "api"
    private static let referenceScript = "reference.js"
    private static let referenceStyle = "reference.css"

    /// `GET` for the contents and for each page.
    static func routes<Identity, Permission>() -> [Route<Identity, Permission>] {
        [
            .open(.get, path, reads: WebFile.requestFields) { request, _ in
                try answer(to: request, named: indexName)
            },
            .open(.get, "\(path)/", reads: WebFile.requestFields) { request, _ in
                try answer(to: request, named: indexName)
            },
            .open(.get, "\(path)/{page}", reads: WebFile.requestFields) { request, context in
                try answer(to: request, named: context.parameters.first ?? "")
            },
        ]
    }

    private static func answer(to request: Request, named name: String) throws(Problem) -> Response {
        guard let file = files[name] else {
            let near = Spelling.words(near: name.lowercased(), among: lowercasedNames).first
            let suggestion = near.flatMap { pageNames[$0] }.map { " Did you mean \(path)/\($0)?" } ?? ""
            throw Problem(
                .pathNotFound, "The manual has no page with this name.\(suggestion) All pages: \(path).")
        }
        return try file.answer(to: request)
    }

    /// The rendered pages and their style sheet, by name. They are made at the first request for one.
    private static let files: [String: WebFile] = {
        let documents = EmbeddedFiles.manual.mapValues {
            MarkdownDocument(String(decoding: $0, as: UTF8.self))
        }
        let names = links(in: documents[indexName]).filter { documents[$0] != nil }
        var files = [styleName: WebFile(.style, EmbeddedFiles.manualStyle)]
        for (name, document) in documents {
            let title = HTMLWriter.escaped(document.title)
            let content = HTMLWriter.html(document) { address(of: $0, among: documents) }
            let html = page(
                content, named: name, title: name == indexName ? title : "\(title) · checklistd",
                beside: names)
            files[name] = WebFile(.html, Array(html.utf8), keepsLines: true)
        }
        return files.merging(reference(beside: names)) { page, _ in page }
    }()

    /// The reference of the API with its script and its style sheet, by name.
    private static func reference(beside names: [String]) -> [String: WebFile] {
        let sources = EmbeddedFiles.reference
        let scripts = sources.filter { $0.key.hasSuffix(".js") }
        let bundle = ScriptBundles(entries: [referenceScript], scripts: scripts).files[referenceScript]
        let html = page(
            String(decoding: sources["reference.html"] ?? [], as: UTF8.self), named: referenceName,
            title: "API reference · checklistd", beside: names,
            head: """
                <link rel="stylesheet" href="\(path)/\(referenceStyle)">
                <script type="module" src="\(path)/\(referenceScript)"></script>

                """)
        return [
            referenceName: WebFile(.html, Array(html.utf8)),
            referenceScript: WebFile(.script, bundle ?? []),
            referenceStyle: WebFile(.style, sources[referenceStyle] ?? []),
        ]
    }

    /// The names of the pages by their lowercase form, and these forms in order, for suggestions.
    private static let pageNames = Dictionary(
        files.keys.filter { !$0.contains(".") }.map { ($0.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first })
    private static let lowercasedNames = pageNames.keys.sorted()

    /// A page beside the contents of the manual.
    private static func page(
        _ content: String, named name: String, title: String, beside names: [String], head: String = ""
    ) -> String {
        let entries = (names.map { ($0, $0) } + [(referenceName, "API reference")]).map { entry, label in
            let current = entry == name ? " aria-current=\"page\"" : ""
            return "<li><a href=\"\(path)/\(entry)\"\(current)>\(label)</a></li>\n"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="stylesheet" href="\(path)/\(styleName)">
            <link rel="icon" href="/favicon.ico">
            \(head)</head>
            <body>
            <nav aria-label="Manual">
            <a href="\(path)">Manual</a>
            <ul>
            \(entries.joined())</ul>
            <a href="/">Checklists</a>
            </nav>
            <main>
            \(content)</main>
            </body>
            </html>

            """
    }

    /// The names of the pages that a document links to, in its order.
    private static func links(in document: MarkdownDocument?) -> [String] {
        (document?.destinations ?? []).compactMap { destination in
            destination.hasSuffix(suffix) ? String(destination.dropLast(suffix.count)) : nil
        }
    }

    private static let suffix = ".md"

    /// Where a link leads under `/docs`; `nil` for files of the repository, which are not served.
    private static func address(
        of destination: String, among documents: [String: MarkdownDocument]
    ) -> String? {
        if destination.hasPrefix("https://") || destination.hasPrefix("http://") { return destination }
        let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let anchor = parts.count > 1 ? "#\(parts[1])" : ""
        if parts[0].isEmpty { return anchor }
        guard parts[0].hasSuffix(suffix) else { return nil }
        let name = String(parts[0].dropLast(suffix.count))
        if name == indexName { return path + anchor }
        return documents[name] == nil ? nil : "\(path)/\(name)\(anchor)"
    }
}
