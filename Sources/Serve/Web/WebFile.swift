import Compression
import Digest
import HTTP

/// A static file of the page with its prepared responses.
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

        /// The type of a file, by its extension.
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

        /// Whether the file can contain comments.
        var isCode: Bool { [.html, .script, .style].contains(self) }
    }

    /// The request fields that a file reads.
    static let requestFields: [FieldName] = [.ifMatch, .ifNoneMatch]

    /// The digest of the content.
    let tag: String
    private let plain: Representation
    /// `nil` without zlib.
    private let coded: Representation?

    /// Makes a file from its octets, minified if it is code.
    ///
    /// The policy allows `script` inline in the page, and images from `origin`.
    /// - Parameter keepsLines: Whether comments and indentation stay, as in a page with code examples.
    init(
        _ kind: Kind, _ octets: [UInt8], inlined script: [UInt8]? = nil, picturesFrom origin: String? = nil,
        keepsLines: Bool = false, compress: ([UInt8]) -> [UInt8]? = { Gzip.compress($0) }
    ) {
        let policy = Self.policy(inlined: script, picturesFrom: origin)
        let content = kind.isCode && !keepsLines ? PageText.withoutComments(octets) : octets
        tag = String(SHA256.digest(content).hexadecimal.prefix(16))
        plain = Representation(kind, content, policy, tag: ETag("\(tag)"))
        let codedTag = ETag(tag).ofGzip
        coded = compress(content).map { Representation(kind, $0, policy, tag: codedTag, coding: "gzip") }
    }

    /// The file, or 304 if the client has it (`If-None-Match`).
    func answer(to request: Request) throws(Problem) -> Response {
        let representation = AcceptEncoding(request.head.fields).allowsGzip ? coded ?? plain : plain
        return switch try request.conditions.outcome(request.head.method, etag: representation.tag) {
        case .proceed: representation.found
        case .notModified: representation.notModified
        case .preconditionFailed: throw Problem(.preconditionFailed, "The file has another ETag.")
        }
    }

    /// The file in one coding, with its responses.
    private struct Representation: Sendable {
        let tag: ETag
        let found: Response
        let notModified: Response

        init(_ kind: Kind, _ content: [UInt8], _ policy: String, tag: ETag, coding: String? = nil) {
            self.tag = tag
            // Browsers cache the file and revalidate each time.
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

    /// The Content Security Policy: scripts, styles, images and connections only from this server, and no
    /// framing.
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

extension Response {
    /// The response with permission to cache it without revalidation, for an address with the build's digest.
    var cachedForGood: Response {
        var response = self
        response.fields[.cacheControl] = "max-age=31536000, immutable"
        return response
    }

    /// The response in place of a file of another build. The page and its worker know it by `no-store`.
    var neverCached: Response {
        var response = self
        response.fields[.cacheControl] = "no-store"
        return response
    }
}
