/// Which media types a client wants, and how much (RFC 9110 §12.5.1).
public struct Accept: Sendable {
    private var ranges: [MediaRange] = []

    private struct MediaRange: Sendable {
        let type: String
        let subtype: String
        let parameters: [MediaType.Parameter]
        /// From 0, not at all, to 1,000.
        let weight: Int

        /// How closely it describes a media type; `nil` if it does not.
        func precision(for offered: MediaType) -> Int? {
            if type == "*" { return 0 }
            let names = offered.essence.split(separator: "/")
            guard names.count == 2, type == names[0] else { return nil }
            if subtype == "*" { return 1 }
            if subtype.hasPrefix("*+") { return Self.suffix(names[1]) == subtype.dropFirst(2) ? 1 : nil }
            guard subtype == names[1], parameters.allSatisfy({ Self.has(offered, $0) }) else { return nil }
            return 2 + parameters.count
        }

        /// The structured syntax of a subtype (RFC 6839): what stands behind its plus sign, or all of it.
        private static func suffix(_ subtype: Substring) -> Substring {
            subtype.lastIndex(of: "+").map { subtype[subtype.index(after: $0)...] } ?? subtype
        }

        /// Whether a media type has what a parameter asks for. A charset means nothing to a type that has
        /// none, such as JSON (RFC 8259 §11), and is the same in any case (RFC 9110 §8.3.2).
        private static func has(_ offered: MediaType, _ parameter: MediaType.Parameter) -> Bool {
            guard parameter.name == "charset" else { return offered.parameters.contains(parameter) }
            let charset = offered[parameter: "charset"]?.lowercased()
            return charset == nil || charset == parameter.value.lowercased()
        }
    }

    /// What the fields of a request say. Without the field anything will do; elements that are malformed are
    /// ignored, and if all are, so is the field.
    public init(_ fields: Fields) {
        guard let value = fields[.accept] else { return }
        var words = WordReader(value)
        while !words.isAtEnd {
            if let range = Self.range(&words) { ranges.append(range) }
            words.skipElement()
        }
    }

    /// Whether that media type is acceptable.
    public func allows(_ offered: MediaType) -> Bool {
        weight(of: offered) > 0
    }

    /// Which of these the client likes best, the first of several; `nil` where none will do, which is 406.
    public func preferred(of offered: [MediaType]) -> MediaType? {
        var best: (type: MediaType, weight: Int)?
        for type in offered {
            let weight = weight(of: type)
            if weight > best?.weight ?? 0 { best = (type, weight) }
        }
        return best?.type
    }

    /// The weight that the most precise range gives it.
    private func weight(of offered: MediaType) -> Int {
        if ranges.isEmpty { return 1000 }
        var best = (precision: -1, weight: 0)
        for range in ranges {
            guard let precision = range.precision(for: offered), precision > best.precision else { continue }
            best = (precision, range.weight)
        }
        return best.weight
    }

    private static func range(_ words: inout WordReader) -> MediaRange? {
        words.skipWhiteSpace()
        guard let type = words.token(), words.take(.slash), let subtype = words.token() else { return nil }
        guard let parameters = MediaType.parameters(&words), words.isAtElementEnd else { return nil }
        let own = parameters.prefix { $0.name != "q" }
        guard type != "*" || subtype == "*" else { return nil }
        let weight = own.count < parameters.count ? Self.weight(parameters[own.count].value) : 1000
        guard let weight else { return nil }
        return MediaRange(
            type: type.lowercased(), subtype: subtype.lowercased(), parameters: Array(own), weight: weight)
    }

    /// `qvalue` (§12.4.2) in thousandths.
    private static func weight(_ text: String) -> Int? {
        let octets = Array(text.utf8)
        guard let first = octets.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else {
            return nil
        }
        var weight = Int(first - UInt8(ascii: "0")) * 1000
        if octets.count == 1 { return weight }
        guard octets[1] == .dot, octets.count <= 5 else { return nil }
        var scale = 100
        for octet in octets.dropFirst(2) {
            guard octet.isDigit else { return nil }
            weight += Int(octet - UInt8(ascii: "0")) * scale
            scale /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}

extension WordReader {
    /// Whether the element of a list ends here.
    fileprivate var isAtElementEnd: Bool { next == nil || next == .comma }

    /// Goes past the next comma that is not in quotes.
    fileprivate mutating func skipElement() {
        while let octet = next {
            if octet == .quote, quoted() != nil { continue }
            _ = take(octet)
            if octet == .comma { return }
        }
    }
}
