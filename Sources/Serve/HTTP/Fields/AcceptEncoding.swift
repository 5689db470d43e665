/// The content codings that a client accepts (RFC 9110 §12.5.3), as far as the server has them.
public struct AcceptEncoding: Sendable {
    /// The weights, from 0 to 1; `nil` for a coding that the field does not name.
    private var gzip: Double?
    private var identity: Double?
    private var others: Double?

    /// Parses the `Accept-Encoding` field. Malformed elements are ignored.
    public init(_ fields: Fields) {
        guard let value = fields[.acceptEncoding] else { return }
        var words = WordReader(value)
        while !words.isAtEnd {
            words.skipWhiteSpace()
            if let name = words.token(), let weight = Self.weight(&words) {
                switch name.lowercased() {
                case "gzip", "x-gzip": gzip = weight
                case "identity": identity = weight
                case "*": others = weight
                default: break
                }
            }
            while let octet = words.next, octet != .comma { _ = words.take(octet) }
            _ = words.take(.comma)
        }
    }

    /// Whether the client accepts gzip and does not prefer content without a coding.
    public var allowsGzip: Bool {
        guard let weight = gzip ?? others, weight > 0 else { return false }
        return weight >= identity ?? 0
    }

    /// The weight behind a coding (§12.4.2); 1 without one, `nil` if it is malformed.
    private static func weight(_ words: inout WordReader) -> Double? {
        words.skipWhiteSpace()
        if words.isAtEnd || words.next == .comma { return 1 }
        guard words.take(UInt8(ascii: ";")) else { return nil }
        words.skipWhiteSpace()
        guard words.token()?.lowercased() == "q", words.take(UInt8(ascii: "=")),
            let text = words.token(), text.utf8.count <= 5,
            text.utf8.allSatisfy({ $0.isDigit || $0 == .dot }), let weight = Double(text), 0...1 ~= weight
        else { return nil }
        words.skipWhiteSpace()
        return words.isAtEnd || words.next == .comma ? weight : nil
    }
}
