/// What a client marks a request with, so that sending it again does not do it again.
public struct IdempotencyKey: Hashable, Sendable {
    /// The key as the client chose it, 1 to 255 printable characters, behind its owner and a line feed. The
    /// first person without a token has no owner in front.
    public var key: String
    /// A digest of the request (method, target, body), to tell a repetition from another request.
    public var fingerprint: [UInt8]

    /// A key with the digest of its request.
    public init(key: String, fingerprint: [UInt8]) {
        self.key = key
        self.fingerprint = fingerprint
    }

    /// The owner of the key: each has a share of the records.
    package var owner: Substring {
        key.utf8.firstIndex(of: UInt8(ascii: "\n")).map { key[..<$0] } ?? ""
    }
}

/// A result together with whether it was made now or is that of the first request with the same key.
public struct Idempotent<Value: Sendable>: Sendable {
    /// The result.
    public var value: Value
    /// Whether an earlier request made it.
    public var isReplay: Bool

    /// A result, made now or before.
    public init(_ value: Value, isReplay: Bool) {
        self.value = value
        self.isReplay = isReplay
    }
}
