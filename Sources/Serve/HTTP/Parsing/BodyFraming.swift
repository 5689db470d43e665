/// How the end of a request's content is determined (RFC 9112 §6.3).
public enum BodyFraming: Hashable, Sendable {
    /// The request has no content.
    case none
    /// The content has this many octets.
    case length(Int)
    /// The content is chunked and ends with an empty chunk.
    case chunked
}
