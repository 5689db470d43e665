import Checklists
import Digest
import HTTP
import XML

/// A page that says one thing, with one button at most. It needs no script.
struct LinkPage {
    private let title: String
    private let text: String
    private let button: String?
    private let language: Language

    /// - Parameter button: What its button says, which sends the same address again; `nil` for none.
    init(_ title: String, _ text: String, button: String? = nil, in language: Language) {
        self.title = title
        self.text = text
        self.button = button
        self.language = language
    }

    /// The page as an answer.
    func response(_ status: Status) -> Response {
        Response(
            status,
            fields: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff",
                // What it leads to is told no other site; and browsers say with the form where it comes from.
                .referrerPolicy: "same-origin",
            ], body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        let form = button.map { "<form method=post><button autofocus>\($0.inMarkup)</button></form>" }
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
            <p>\(text.inMarkup)</p>
            \(form ?? "<p><a href=/>\(language.text(.openLists).inMarkup)</a></p>")
            </main>

            """
    }

    private static let style = """
        body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0; display: grid; min-height: 90vh }
        main { margin: auto; padding: 2rem; max-width: 30rem; text-align: center; overflow-wrap: anywhere }
        h1 { font-size: 1.5rem; margin: 0 0 .5rem }
        button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .75rem 2rem; border: 0;
          border-radius: .75rem; background: #0060c7; color: #fff; cursor: pointer }
        """

    /// Nothing is loaded, nothing runs, and nothing may frame it.
    private static let policy = """
        default-src 'none'; style-src 'sha256-\(SHA256.digest(Array(style.utf8)).base64)'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
}
