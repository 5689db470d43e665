import JSON

/// The size limits of a message. Each names the status with which the server refuses an excess.
public struct MessageLimits: Hashable, Sendable {
    /// The request line without its line end: 8 KiB, else 414. RFC 9112 §3 requires at least 8,000 octets.
    public var requestLineBytesMax = 8 * 1024
    /// One field line: 8 KiB, else 431.
    public var fieldBytesMax = 8 * 1024
    /// Request line and fields together: 32 KiB, else 431.
    public var headBytesMax = 32 * 1024
    /// The number of fields: 100, else 431.
    public var fieldsMax = 100
    /// Empty lines before a request line: 4, else 400. RFC 9112 §2.2 requires at least one.
    public var emptyLinesMax = 4
    /// All chunk extensions of a body together: 4 KiB, else 400.
    public var chunkExtensionBytesMax = 4 * 1024
    /// All trailers of a body together: 4 KiB, else 431.
    public var trailerBytesMax = 4 * 1024
    /// The nesting depth of arrays and objects in JSON content: 64, else 400.
    public var jsonDepthMax = JSONValue.depthMax

    /// A body, unless its route sets another limit: 1 MiB, else 413.
    public static let bodyBytesMax = 1024 * 1024
    /// The number of query parameters: 100, else 400.
    public static let queryParametersMax = 100
    /// An idempotency key: 255 octets, else 400.
    public static let idempotencyKeyBytesMax = 255
    /// The buffer capacity that an idle connection keeps: 1 KiB.
    static let emptyBufferBytesMax = 1024

    /// Makes the default limits.
    public init() {}
}
