/// The media types that a client accepts (RFC 9110 §12.5.1).
public struct Accept: Sendable {
    private let fields: Fields

    private struct MediaRange {
        let type: String
        let subtype: String
        let parameters: [MediaType.Parameter]
        /// Whether the weight is above 0.
        let isWanted: Bool

        /// How specific the match is, higher for a more specific range; `nil` if the range does not match.
        func precision(for offered: MediaType) -> Int? {
            if type == "*" { return 0 }
            let names = offered.essence.split(separator: "/")
            guard names.count == 2, type == names[0] else { return nil }
            if subtype == "*" { return 1 }
            if subtype.hasPrefix("*+") { return Self.suffix(names[1]) == subtype.dropFirst(2) ? 1 : nil }
            guard subtype == names[1], parameters.allSatisfy({ Self.has(offered, $0) }) else { return nil }
            return 2 + parameters.count
        }

        /// The structured syntax suffix of a subtype (RFC 6839): the part after the plus sign, or all of it.
        private static func suffix(_ subtype: Substring) -> Substring {
            subtype.lastIndex(of: "+").map { subtype[subtype.index(after: $0)...] } ?? subtype
        }

        /// Whether a media type satisfies a parameter of a range. A charset always matches a type without
        /// one, such as JSON (RFC 8259 §11). Charset names are case-insensitive (RFC 9110 §8.3.2).
        private static func has(_ offered: MediaType, _ parameter: MediaType.Parameter) -> Bool {
            guard parameter.name == "charset" else { return offered.parameters.contains(parameter) }
            let charset = offered[parameter: "charset"]?.lowercased()
            return charset == nil || charset == parameter.value.lowercased()
        }
    }

    /// Takes the `Accept` field of a request.
    public init(_ fields: Fields) {
        self.fields = fields
    }

    /// Whether the client accepts a media type. The most specific matching range decides. Without the field
    /// every media type is acceptable. Malformed elements are ignored; if all are malformed, so is the field.
    public func allows(_ offered: MediaType) -> Bool {
        // Most clients send one of these two. Parsing them takes a sixth of a request for one item.
        if let line = fields.onlyLine(of: .accept),
            fields.hasValue("*/*", line) || fields.hasValue(offered.essence, line)
        {
            return true
        }
        guard let value = fields[.accept] else { return true }
        let ranges = Self.ranges(of: value)
        if ranges.isEmpty { return true }
        var best = (precision: -1, isWanted: false)
        for range in ranges {
            guard let precision = range.precision(for: offered), precision > best.precision else { continue }
            best = (precision, range.isWanted)
        }
        return best.isWanted
    }

    private static func ranges(of value: String) -> [MediaRange] {
        var ranges: [MediaRange] = []
        var words = WordReader(value)
        while !words.isAtEnd {
            if let range = range(&words) { ranges.append(range) }
            words.skipElement()
        }
        return ranges
    }

    private static func range(_ words: inout WordReader) -> MediaRange? {
        words.skipWhiteSpace()
        guard let type = words.token(), words.take(.slash), let subtype = words.token() else { return nil }
        guard let parameters = MediaType.parameters(&words), words.isAtElementEnd else { return nil }
        let own = parameters.prefix { $0.name != "q" }
        guard type != "*" || subtype == "*" else { return nil }
        let isWanted = own.count < parameters.count ? Self.isPositive(parameters[own.count].value) : true
        guard let isWanted else { return nil }
        return MediaRange(
            type: type.lowercased(), subtype: subtype.lowercased(), parameters: Array(own),
            isWanted: isWanted)
    }

    /// Whether a `qvalue` (§12.4.2) is above 0; `nil` if the text is not a `qvalue`.
    private static func isPositive(_ text: String) -> Bool? {
        let octets = Array(text.utf8)
        let decimals = octets.dropFirst(2)
        guard octets.count <= 5, octets.count < 2 || octets[1] == .dot, decimals.allSatisfy(\.isDigit) else {
            return nil
        }
        let hasDecimals = decimals.contains { $0 != UInt8(ascii: "0") }
        return switch octets.first {
        case UInt8(ascii: "0"): hasDecimals
        case UInt8(ascii: "1"): hasDecimals ? nil : true
        default: nil
        }
    }
}

extension WordReader {
    fileprivate var isAtElementEnd: Bool { next == nil || next == .comma }

    /// Skips to the element behind the next comma outside quotes.
    fileprivate mutating func skipElement() {
        while let octet = next {
            if octet == .quote, quoted() != nil { continue }
            _ = take(octet)
            if octet == .comma { return }
        }
    }
}
