import Checklists
import Digest
import HTTP
import XML

/// An HTML page with one statement and at most one button. It needs no script.
struct LinkPage {
    private let title: String
    private let text: String
    private let lines: [String]
    private let button: String?
    private let language: Language

    /// - Parameters:
    ///   - lines: A list between title and text.
    ///   - button: The label of the button, which posts to the same address; `nil` for none.
    init(
        _ title: String, _ text: String, lines: [String] = [], button: String? = nil, in language: Language
    ) {
        self.lines = lines
        self.title = title
        self.text = text
        self.button = button
        self.language = language
    }

    /// The HTTP response with the page.
    func response(_ status: Status) -> Response {
        Response(
            status,
            fields: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff",
                // Other sites get no referrer, but browsers send the origin with the form.
                .referrerPolicy: "same-origin",
            ], body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        let form = button.map { "<form method=post><button autofocus>\($0.inMarkup)</button></form>" }
        let list = lines.map { "<li dir=auto>\($0.inMarkup)" }.joined()
        return """
            <!doctype html>
            <html lang=\(language.rawValue)>
            <meta charset=utf-8>
            <meta name=viewport content="width=device-width">
            <meta name=color-scheme content="light dark">
            <meta name=robots content=noindex>
            <title>\(title.inMarkup)</title>
            <style>\(Self.style)</style>
            <main>
            <h1 dir=auto>\(title.inMarkup)</h1>
            \(list.isEmpty ? "" : "<ul>\(list)</ul>")
            <p>\(text.inMarkup)</p>
            \(form ?? "<p><a href=/>\(language.text(.openLists).inMarkup)</a></p>")
            </main>

            """
    }

    private static let style = """
        body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 90vh }
        main { margin: auto; padding: 2rem; max-width: 30rem; text-align: center; overflow-wrap: anywhere }
        h1 { font-size: 1.5rem; margin: 0 0 .5rem }
        ul { text-align: start }
        button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .75rem 2rem; border: 0;
          border-radius: .75rem; background: #0060c7; color: #fff; cursor: pointer }
        """

    /// The page loads nothing, runs no script, and cannot be framed.
    private static let policy = """
        default-src 'none'; style-src 'sha256-\(SHA256.digest(Array(style.utf8)).base64)'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
}
