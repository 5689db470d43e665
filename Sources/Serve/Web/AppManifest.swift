import HTTP

/// The web app manifest. The names of its shortcuts are in the language of the request.
enum AppManifest {
    static let name = "manifest.webmanifest"

    /// The manifest, or 304 if the client has it in this language.
    static func answer(to request: Request) throws(Problem) -> Response {
        let languages = AcceptLanguage(request.head.fields).primarySubtags
        let file = languages.lazy.compactMap { files[$0] }.first ?? english
        var response = try file.answer(to: request)
        response.fields[.vary] = "Accept-Encoding, Accept-Language"
        return response
    }

    private static let octets = EmbeddedFiles.assets[name] ?? []
    private static let english = WebFile(.manifest, octets)

    /// The manifest by language, as in the names of the files with the page's words.
    private static let files: [String: WebFile] = {
        var files = ["en": english]
        for language in ["de", "fr", "ja"] {
            let bundles = ["", "more-"].compactMap { EmbeddedFiles.assets["\($0)\(language).js"] }
            let words = String(decoding: bundles.joined(), as: UTF8.self)
            let manifest = String(decoding: octets, as: UTF8.self).replacing(#/\{ "name": "([^"]+)"/#) {
                shortcut in
                "{ \"name\": \"\(translation(of: shortcut.1, in: words))\""
            }
            files[language] = WebFile(.manifest, [UInt8](manifest.utf8))
        }
        return files
    }()

    /// The line of a translation is `  "Today": "Heute",`. Without one, the text stays English.
    private static func translation(of text: Substring, in words: String) -> Substring {
        guard let start = words.firstRange(of: "\n  \"\(text)\": \"")?.upperBound,
            let end = words[start...].firstIndex(of: "\"")
        else { return text }
        return words[start..<end]
    }
}
