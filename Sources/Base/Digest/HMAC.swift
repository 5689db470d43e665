/// Keyed message authentication (RFC 2104).
public enum HMAC {
    /// HMAC-SHA-256 of a message under a key of any length.
    public static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var block = key.count > SHA256.blockBytes ? SHA256.digest(key) : key
        block.append(contentsOf: repeatElement(0, count: SHA256.blockBytes - block.count))
        var inner = SHA256()
        inner.update(block.map { $0 ^ 0x36 })
        inner.update(message)
        var outer = SHA256()
        outer.update(block.map { $0 ^ 0x5C })
        outer.update(inner.finalize())
        return outer.finalize()
    }
}
