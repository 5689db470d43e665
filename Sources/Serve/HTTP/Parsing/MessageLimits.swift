import JSON

/// How large the parts of a message may be. What exceeds one is refused with the status that RFC 9110 has for
/// it.
public struct MessageLimits: Hashable, Sendable {
    /// The request line without its line end: 8 KiB, else 414. RFC 9112 §3 asks for 8,000 octets at least.
    public var requestLineBytesMax = 8 * 1024
    /// One field line: 8 KiB, else 431.
    public var fieldBytesMax = 8 * 1024
    /// Request line and fields together: 32 KiB, else 431.
    public var headBytesMax = 32 * 1024
    /// How many fields: 100, else 431.
    public var fieldsMax = 100
    /// Empty lines before a request line: 4, else 400. RFC 9112 §2.2 asks for one at least.
    public var emptyLinesMax = 4
    /// Chunk extensions of a whole body: 4 KiB, else 400.
    public var chunkExtensionBytesMax = 4 * 1024
    /// The trailers of a body: 4 KiB, else 431.
    public var trailerBytesMax = 4 * 1024
    /// How deep arrays and objects may lie in one another in JSON content: 64, else 400.
    public var jsonDepthMax = JSONValue.depthMax

    /// A body, where its route does not say otherwise: 1 MiB, else 413.
    public static let bodyBytesMax = 1024 * 1024
    /// The parameters of a query: 100, else 400.
    public static let queryParametersMax = 100
    /// An idempotency key: 255 octets, else 400.
    public static let idempotencyKeyBytesMax = 255
    /// How much memory the buffer of a connection may keep while nothing is in it: 1 KiB.
    static let emptyBufferBytesMax = 1024

    /// The defaults.
    public init() {}
}
