/// The request target in its four forms (RFC 9112 §3.2), as ranges of the head.
struct TargetParser {
    /// Path and query.
    private(set) var whole = 0..<0
    /// The path alone.
    private(set) var path = 0..<0
    /// The authority of an absolute target or of `CONNECT`; empty in the other forms.
    private(set) var authority = 0..<0
    /// Whether an absolute target goes without the slash that stands for its empty path.
    private(set) var lacksSlash = false

    init() {}

    /// Takes a target apart that has neither white space nor controls nor a fragment.
    /// - Throws: `ParseError` that does not close: the line is sound, only its target is not.
    init(_ octets: Span<UInt8>, _ target: Range<Int>, method: Method?) throws(ParseError) {
        whole = target
        path = target
        if octets[target.lowerBound] == .slash {
            try takeQuery(octets)
        } else if target.count == 1, octets[target.lowerBound] == UInt8(ascii: "*") {
            // RFC 9112 §3.2.4.
            guard method == .options else { throw Self.refusal("The target * goes with OPTIONS alone.") }
        } else if method == .connect {
            // RFC 9112 §3.2.3.
            guard Authority.isValid(octets, target) else {
                throw Self.refusal("The target is no host and port.")
            }
            authority = target
        } else {
            try takeAuthority(octets)
            try takeQuery(octets)
        }
    }

    /// Parts an absolute target (RFC 9112 §3.2.2): scheme, authority, and what is left.
    private mutating func takeAuthority(_ octets: Span<UInt8>) throws(ParseError) {
        guard let start = Self.schemeEnd(octets, whole) else {
            throw Self.refusal("The target is neither a path nor an absolute URI of HTTP.")
        }
        var end = start
        while end < whole.upperBound, octets[end] != .slash, octets[end] != .question { end += 1 }
        authority = start..<end
        guard Authority.isValid(octets, authority) else {
            throw Self.refusal("The target has no valid host.")
        }
        whole = end..<whole.upperBound
        lacksSlash = whole.isEmpty || octets[end] != .slash
    }

    /// Where the authority begins behind `http://` or `https://`.
    private static func schemeEnd(_ octets: Span<UInt8>, _ target: Range<Int>) -> Int? {
        for scheme in schemes {
            let end = target.lowerBound + scheme.count
            if end <= target.upperBound, octets.matches(target.lowerBound..<end, scheme) { return end }
        }
        return nil
    }

    /// Parts path and query, and checks both.
    private mutating func takeQuery(_ octets: Span<UInt8>) throws(ParseError) {
        let question = octets.firstIndex(of: .question, in: whole) ?? whole.upperBound
        path = whole.lowerBound..<question
        try Self.checkPath(octets, path)
        try Self.checkEscapes(octets, question..<whole.upperBound)
    }

    /// Refuses what would lead out of the tree or end a name early, once it is decoded. An escaped slash
    /// counts as one.
    private static func checkPath(_ octets: Span<UInt8>, _ path: Range<Int>) throws(ParseError) {
        /// How many dots the segment has so far; `nil` once it has anything else.
        var dots: Int? = 0
        var index = path.lowerBound
        while index < path.upperBound {
            var octet = octets[index]
            index += 1
            if octet == .percent {
                octet = try escaped(octets, index, before: path.upperBound)
                if octet.breaksLines { throw refusal("The path has an escaped NUL, CR or LF.") }
                index += 2
            }
            switch octet {
            case .slash:
                if dots == 2 { throw refusal("The path has a .. segment.") }
                dots = 0
            case .dot:
                dots = dots.map { $0 + 1 }
            default:
                dots = nil
            }
        }
        if dots == 2 { throw refusal("The path has a .. segment.") }
    }

    private static func checkEscapes(_ octets: Span<UInt8>, _ range: Range<Int>) throws(ParseError) {
        for index in range where octets[index] == .percent {
            _ = try escaped(octets, index + 1, before: range.upperBound)
        }
    }

    /// The octet of the two digits behind a percent sign (RFC 3986 §2.1).
    private static func escaped(
        _ octets: Span<UInt8>, _ index: Int, before end: Int
    ) throws(ParseError) -> UInt8 {
        guard index + 1 < end, let high = octets[index].hexadecimalValue,
            let low = octets[index + 1].hexadecimalValue
        else { throw refusal("The target has a percent sign without two hexadecimal digits.") }
        return high << 4 | low
    }

    private static func refusal(_ detail: String) -> ParseError {
        ParseError(.badRequest, detail, closes: false)
    }

    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]
}
