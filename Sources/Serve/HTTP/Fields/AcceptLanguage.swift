/// The languages that a client accepts (RFC 9110 §12.5.4).
public struct AcceptLanguage: Sendable {
    /// The primary subtags in lower case, such as `de` for `de-CH`, the most preferred first.
    public let primarySubtags: [String]

    /// Parses the `Accept-Language` field. Malformed elements are ignored.
    public init(_ fields: Fields) {
        var accepted: [(subtag: String, weight: Double)] = []
        WordReader.forEachWeightedToken(fields[.acceptLanguage] ?? "") { tag, weight in
            if weight > 0 { accepted.append((String(tag.prefix { $0 != "-" }), weight)) }
        }
        // The sort is stable: of equal weights the first wins.
        primarySubtags = accepted.sorted { $0.weight > $1.weight }.map(\.subtag)
    }
}
