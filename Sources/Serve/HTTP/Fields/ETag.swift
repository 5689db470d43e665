/// An entity tag: identifies one state of a resource (RFC 9110 §8.8.3).
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotes.
    public let opaque: String
    /// Whether the tag is weak: it identifies equivalent states, not identical octets.
    public let isWeak: Bool

    /// Makes a tag. Characters that a tag must not contain, such as quotes, are dropped.
    public init(_ opaque: String, isWeak: Bool = false) {
        self.opaque =
            opaque.utf8.span.isOfTag
            ? opaque : String(decoding: opaque.utf8.filter(Self.isPermitted), as: UTF8.self)
        self.isWeak = isWeak
    }

    /// The tag as a field value.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both tags identify the same state. A proxy that compresses answers weakens their tags, or adds
    /// its coding. These forms match `If-Match` too, although §13.1.1 compares it strongly: the server's tags
    /// identify revisions.
    public func matches(_ other: ETag) -> Bool {
        opaque == other.opaque || withoutCoding.opaque == other.withoutCoding.opaque
    }

    private static let gzipSuffix = "-gzip"
    /// The endings of tags for the codings of this server, Apache and Jetty.
    private static let codingSuffixes = [gzipSuffix, "-br", "-zstd", "-deflate"]

    /// The tag of the same state in the coding gzip: other octets need another strong tag (§8.8.3.3).
    public var ofGzip: ETag { ETag(opaque + Self.gzipSuffix, isWeak: isWeak) }

    /// The tag of the same state without a coding.
    public var withoutCoding: ETag {
        var state = opaque[...]
        while let suffix = Self.codingSuffixes.first(where: state.hasSuffix) {
            state = state.dropLast(suffix.count)
        }
        return state.endIndex == opaque.endIndex ? self : ETag(String(state), isWeak: isWeak)
    }

    static func isPermitted(_ octet: UInt8) -> Bool {
        octet > 0x20 && octet != .quote && octet != 0x7F
    }
}

extension ETag {
    /// The value of `If-Match` or `If-None-Match` (RFC 9110 §13.1.1).
    public enum List: Hashable, Sendable {
        /// `*`: any existing state.
        case any
        /// Any of these tags.
        case tags([ETag])

        /// Parses a field value; `nil` if it is malformed. Empty elements are skipped (§5.6.1.2).
        public init?(_ value: String) {
            let octets = Array(value.utf8)
            if octets == [UInt8(ascii: "*")] {
                self = .any
                return
            }
            var tags: [ETag] = []
            var rest = octets[...]
            while true {
                rest = rest.drop { $0.isWhiteSpace || $0 == .comma }
                if rest.isEmpty { break }
                guard let tag = ETag(takenFrom: &rest) else { return nil }
                tags.append(tag)
                rest = rest.drop(while: \.isWhiteSpace)
                guard rest.isEmpty || rest.first == .comma else { return nil }
            }
            guard !tags.isEmpty else { return nil }
            self = .tags(tags)
        }
    }

    /// Consumes a tag from the front of the octets.
    private init?(takenFrom octets: inout ArraySlice<UInt8>) {
        let isWeak = octets.starts(with: Array("W/".utf8))
        let quoted = isWeak ? octets.dropFirst(2) : octets
        guard quoted.first == .quote, let end = quoted.dropFirst().firstIndex(of: .quote) else { return nil }
        let opaque = quoted[quoted.startIndex + 1..<end]
        guard opaque.allSatisfy(Self.isPermitted), let text = String(validating: opaque, as: UTF8.self) else {
            return nil
        }
        self.opaque = text
        self.isWeak = isWeak
        octets = octets[(end + 1)...]
    }
}
