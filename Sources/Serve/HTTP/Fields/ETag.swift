/// What tells one state of a resource from another (RFC 9110 §8.8.3).
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether it stands for states that mean the same, rather than for the same octets.
    public let isWeak: Bool

    /// A tag. Characters that none may have, such as quotes, are left out.
    public init(_ opaque: String, isWeak: Bool = false) {
        let octets = opaque.utf8.span
        var isSound = true
        for index in octets.indices { isSound = isSound && Self.isPermitted(octets[index]) }
        self.opaque =
            isSound ? opaque : String(decoding: opaque.utf8.filter(Self.isPermitted), as: UTF8.self)
        self.isWeak = isWeak
    }

    /// The tag as fields have it.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both stand for the same octets (§8.8.3.2).
    public func stronglyMatches(_ other: ETag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Whether both stand for states that mean the same (§8.8.3.2).
    public func weaklyMatches(_ other: ETag) -> Bool {
        opaque == other.opaque
    }

    fileprivate static func isPermitted(_ octet: UInt8) -> Bool {
        octet > 0x20 && octet != .quote && octet != 0x7F
    }
}

extension ETag {
    /// What `If-Match` and `If-None-Match` have (RFC 9110 §13.1.1).
    public enum List: Hashable, Sendable {
        /// `*`: whatever there is.
        case any
        /// One of these.
        case tags([ETag])

        /// The list in a field's value; `nil` where it is malformed. Empty elements are skipped (§5.6.1.2).
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

    /// Takes a tag from the front.
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
