/// The `Idempotency-Key` of a request. A repetition with the same key has no further effect.
public struct IdempotencyKey: Hashable, Sendable {
    /// The owner, a line feed, and the client's key of 1 to 255 printable characters. For the first person
    /// without a token, the key stands alone.
    public var key: String
    /// A digest of method, target and body. It distinguishes a repetition from another request with the same
    /// key.
    public var fingerprint: [UInt8]

    /// Creates a key with the digest of its request.
    public init(key: String, fingerprint: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
    }

    /// The owner of the key. Each owner has a separate limit on records.
    package var owner: Substring {
        key.utf8.firstIndex(of: UInt8(ascii: "\n")).map { key[..<$0] } ?? ""
    }
}

/// A result, and whether an earlier request with the same key produced it.
public struct Idempotent<Value: Sendable>: Sendable {
    /// The result.
    public var value: Value
    /// Whether an earlier request produced the result.
    public var isReplay: Bool

    /// Creates a result.
    public init(_ value: Value, isReplay: Bool) {
        self.value = value
        self.isReplay = isReplay
    }
}
