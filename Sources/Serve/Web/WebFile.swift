import Digest
import HTTP

/// A file of the page, ready to be answered with.
struct WebFile: Sendable {
    /// The media types of the page's files.
    enum Kind: String {
        case html = "text/html; charset=utf-8"
        case script = "text/javascript; charset=utf-8"
        case style = "text/css; charset=utf-8"
        case manifest = "application/manifest+json"
        case picture = "image/svg+xml"
        case bitmap = "image/png"
        case favicon = "image/vnd.microsoft.icon"

        /// The type of a file, by how its name ends.
        init(of name: String) {
            self =
                switch name.split(separator: ".").last {
                case "html": .html
                case "js": .script
                case "css": .style
                case "webmanifest": .manifest
                case "png": .bitmap
                case "ico": .favicon
                default: .picture
                }
        }

        /// Whether there may be comments in it.
        var isCode: Bool { [.html, .script, .style].contains(self) }
    }

    /// Stands for the content.
    let tag: String
    private let plain: Representation
    /// `nil` without zlib.
    private let coded: Representation?

    /// A file from its octets; what browsers have no use for is left out. A script that stands in a page may
    /// run there, besides those that are files, and pictures may come from one place elsewhere.
    init(
        _ kind: Kind, _ octets: [UInt8], inlined script: [UInt8]? = nil, picturesFrom origin: String? = nil,
        compress: ([UInt8]) -> [UInt8]? = { Gzip.compress($0) }
    ) {
        let policy = Self.policy(inlined: script, picturesFrom: origin)
        let content = kind.isCode ? PageText.withoutComments(octets) : octets
        tag = String(SHA256.digest(content).hexadecimal.prefix(16))
        plain = Representation(kind, content, policy, tag: ETag("\(tag)"))
        let codedTag = ETag("\(tag)-gzip")
        coded = compress(content).map { Representation(kind, $0, policy, tag: codedTag, coding: "gzip") }
    }

    /// The file, or that it is the one that the client has (`If-None-Match`).
    func answer(to request: Request) throws(Problem) -> Response {
        let representation = Self.acceptsGzip(request.head.fields) ? coded ?? plain : plain
        return switch try request.conditions.outcome(request.head.method, etag: representation.tag) {
        case .proceed: representation.found
        case .notModified: representation.notModified
        case .preconditionFailed: throw Problem(.preconditionFailed, "This file is not that one.")
        }
    }

    /// Whether the client names gzip and does not rule it out (RFC 9110 §12.5.3).
    private static func acceptsGzip(_ fields: Fields) -> Bool {
        guard let value = fields[.acceptEncoding] else { return false }
        return value.split(separator: ",").contains { element in
            let parts = element.lowercased().split(whereSeparator: { $0 == ";" || $0 == " " || $0 == "\t" })
            guard parts.first == "gzip" else { return false }
            return parts.dropFirst().allSatisfy { $0.contains { ("1"..."9").contains($0) } }
        }
    }

    /// A file in one coding, with the answers that send it.
    private struct Representation: Sendable {
        let tag: ETag
        let found: Response
        let notModified: Response

        init(_ kind: Kind, _ content: [UInt8], _ policy: String, tag: ETag, coding: String? = nil) {
            self.tag = tag
            // Kept, and asked about each time: after an upgrade nobody is left with half of an old page.
            var fields: Fields = [
                .etag: tag.description, .cacheControl: "no-cache", .vary: "Accept-Encoding",
                .contentSecurityPolicy: policy, .referrerPolicy: "no-referrer",
                .xContentTypeOptions: "nosniff",
            ]
            notModified = Response(.notModified, fields: fields)
            fields.append(.contentType, kind.rawValue)
            if let coding { fields.append(.contentEncoding, coding) }
            found = Response(.ok, fields: fields, body: .bytes(content))
        }
    }

    /// Nothing runs, is shown or connected to that does not come from this service, and nothing may frame it.
    private static func policy(inlined script: [UInt8]?, picturesFrom origin: String?) -> String {
        let pictures = origin.map { " \($0)" } ?? ""
        let inlined = script.map { " 'sha256-\(SHA256.digest($0).base64)'" } ?? ""
        return """
            default-src 'none'; script-src 'self'\(inlined); style-src 'self'; img-src 'self'\(pictures); \
            connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'
            """
    }
}
