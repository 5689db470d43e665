/// How the end of a request's content is found (RFC 9112 §6.3).
public enum BodyFraming: Hashable, Sendable {
    /// There is no content.
    case none
    /// It has so many octets.
    case length(Int)
    /// It comes in chunks and ends with an empty one.
    case chunked
}
