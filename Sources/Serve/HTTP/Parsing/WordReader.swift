/// Reads the words of structured field values (RFC 9110 §5.6) from front to back.
struct WordReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = ArraySlice(text.utf8)
    }

    var isAtEnd: Bool { rest.isEmpty }

    var next: UInt8? { rest.first }

    mutating func skipWhiteSpace() {
        rest = rest.drop(while: \.isWhiteSpace)
    }

    /// Skips the octet if it is the next one; otherwise returns `false`.
    mutating func take(_ octet: UInt8) -> Bool {
        guard rest.first == octet else { return false }
        rest.removeFirst()
        return true
    }

    /// `token` (§5.6.2).
    mutating func token() -> String? {
        let token = rest.prefix(while: \.isToken)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return String(decoding: token, as: UTF8.self)
    }

    /// `quoted-string` (§5.6.4), without quotes and backslashes.
    mutating func quoted() -> String? {
        guard take(.quote) else { return nil }
        var octets: [UInt8] = []
        while let octet = rest.popFirst() {
            switch octet {
            case .quote:
                return String(validating: octets, as: UTF8.self)
            case .backslash:
                guard let escaped = rest.popFirst(), !escaped.isControl else { return nil }
                octets.append(escaped)
            default:
                if octet.isControl { return nil }
                octets.append(octet)
            }
        }
        return nil
    }

    mutating func tokenOrQuoted() -> String? {
        rest.first == .quote ? quoted() : token()
    }

    /// The value as a token if it is one, else as a quoted string.
    static func quotedIfNeeded(_ value: String) -> String {
        if !value.isEmpty, value.utf8.allSatisfy(\.isToken) { return value }
        return "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

// MARK: Weights

extension WordReader {
    /// Reads the tokens of a list, in lower case, with their weights from 0 to 1 (RFC 9110 §12.4.2).
    /// Malformed elements are left out.
    static func forEachWeightedToken(_ list: String, _ body: (String, Double) -> Void) {
        var words = WordReader(list)
        while !words.isAtEnd {
            words.skipWhiteSpace()
            if let name = words.token(), let weight = words.weight() { body(name.lowercased(), weight) }
            while let octet = words.next, octet != .comma { _ = words.take(octet) }
            _ = words.take(.comma)
        }
    }

    /// The weight behind a token; 1 without one, `nil` if it is malformed.
    private mutating func weight() -> Double? {
        skipWhiteSpace()
        if isAtEnd || next == .comma { return 1 }
        guard take(UInt8(ascii: ";")) else { return nil }
        skipWhiteSpace()
        guard token()?.lowercased() == "q", take(UInt8(ascii: "=")), let text = token(), text.utf8.count <= 5,
            text.utf8.allSatisfy({ $0.isDigit || $0 == .dot }), let weight = Double(text), 0...1 ~= weight
        else { return nil }
        skipWhiteSpace()
        return isAtEnd || next == .comma ? weight : nil
    }
}
