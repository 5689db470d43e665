/// Parses the four forms of a request target (RFC 9112 §3.2) into ranges of the head.
struct TargetParser {
    /// Path and query.
    private(set) var whole = 0..<0
    private(set) var path = 0..<0
    /// The authority of an absolute target or of `CONNECT`; empty in the other forms.
    private(set) var authority = 0..<0
    /// Whether an absolute target omits the slash of its empty path.
    private(set) var lacksSlash = false

    init() {}

    /// Parses a target that contains no white space, control or fragment.
    /// - Throws: `ParseError` that does not close: the request line is intact and only its target is invalid.
    init(_ octets: Span<UInt8>, _ target: Range<Int>, method: Method?) throws(ParseError) {
        whole = target
        path = target
        if octets[target.lowerBound] == .slash {
            try takeQuery(octets)
        } else if target.count == 1, octets[target.lowerBound] == UInt8(ascii: "*") {
            // RFC 9112 §3.2.4.
            guard method == .options else {
                throw Self.refusal("The request target * is allowed with OPTIONS only.")
            }
        } else if method == .connect {
            // RFC 9112 §3.2.3.
            guard Authority.isValid(octets, target) else {
                throw Self.refusal("The request target of CONNECT must be host:port.")
            }
            authority = target
        } else {
            try takeAuthority(octets)
            try takeQuery(octets)
        }
    }

    /// Splits an absolute target (RFC 9112 §3.2.2) into scheme, authority, and path with query.
    private mutating func takeAuthority(_ octets: Span<UInt8>) throws(ParseError) {
        guard let start = Self.schemeEnd(octets, whole) else {
            throw Self.refusal("The request target must be a path or an absolute http URI.")
        }
        var end = start
        while end < whole.upperBound, octets[end] != .slash, octets[end] != .question { end += 1 }
        authority = start..<end
        guard Authority.isValid(octets, authority) else {
            throw Self.refusal("The request target has no valid host.")
        }
        whole = end..<whole.upperBound
        lacksSlash = whole.isEmpty || octets[end] != .slash
    }

    /// The index behind `http://` or `https://`; `nil` for any other scheme.
    private static func schemeEnd(_ octets: Span<UInt8>, _ target: Range<Int>) -> Int? {
        for scheme in schemes {
            let end = target.lowerBound + scheme.count
            if end <= target.upperBound, octets.matches(target.lowerBound..<end, scheme) { return end }
        }
        return nil
    }

    private mutating func takeQuery(_ octets: Span<UInt8>) throws(ParseError) {
        let question = octets.firstIndex(of: .question, in: whole) ?? whole.upperBound
        path = whole.lowerBound..<question
        try Self.checkPath(octets, path)
        try Self.checkEscapes(octets, question..<whole.upperBound)
    }

    /// Refuses a decoded path that has a `..` segment, a NUL or a line end. An escaped slash counts as a
    /// slash.
    private static func checkPath(_ octets: Span<UInt8>, _ path: Range<Int>) throws(ParseError) {
        /// The number of dots that make up the segment so far; `nil` once it has another octet.
        var dots: Int? = 0
        var index = path.lowerBound
        while index < path.upperBound {
            var octet = octets[index]
            index += 1
            if octet == .percent {
                octet = try escaped(octets, index, before: path.upperBound)
                if octet.breaksLines { throw refusal("The path contains an escaped NUL, CR or LF.") }
                index += 2
            }
            switch octet {
            case .slash:
                if dots == 2 { throw refusal("The path contains a .. segment.") }
                dots = 0
            case .dot:
                dots = dots.map { $0 + 1 }
            default:
                dots = nil
            }
        }
        if dots == 2 { throw refusal("The path contains a .. segment.") }
    }

    private static func checkEscapes(_ octets: Span<UInt8>, _ range: Range<Int>) throws(ParseError) {
        for index in range where octets[index] == .percent {
            _ = try escaped(octets, index + 1, before: range.upperBound)
        }
    }

    /// Decodes the two digits behind a percent sign (RFC 3986 §2.1).
    private static func escaped(
        _ octets: Span<UInt8>, _ index: Int, before end: Int
    ) throws(ParseError) -> UInt8 {
        guard index + 1 < end, let high = octets[index].hexadecimalValue,
            let low = octets[index + 1].hexadecimalValue
        else { throw refusal("A % in the request target must be followed by two hexadecimal digits.") }
        return high << 4 | low
    }

    private static func refusal(_ detail: String) -> ParseError {
        ParseError(.malformedRequest, detail, closes: false)
    }

    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]
}
