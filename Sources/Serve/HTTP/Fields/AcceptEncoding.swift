/// The content codings that a client accepts (RFC 9110 §12.5.3), as far as the server has them.
public struct AcceptEncoding: Sendable {
    /// The weights, from 0 to 1; `nil` for a coding that the field does not name.
    private var gzip: Double?
    private var identity: Double?
    private var others: Double?

    /// Parses the `Accept-Encoding` field. Malformed elements are ignored.
    public init(_ fields: Fields) {
        guard let value = fields[.acceptEncoding] else { return }
        WordReader.forEachWeightedToken(value) { name, weight in
            switch name {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
    }

    /// Whether the client accepts gzip and does not prefer content without a coding.
    public var allowsGzip: Bool {
        guard let weight = gzip ?? others, weight > 0 else { return false }
        return weight >= identity ?? 0
    }
}
