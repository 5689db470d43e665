/// HMAC-based key derivation (RFC 5869).
public enum HKDF {
    /// Derives up to 8,160 bytes from a secret, a salt and context information, with HKDF-SHA-256.
    public static func sha256(
        secret: [UInt8], salt: [UInt8], info: [UInt8], outputBytes count: Int
    ) -> [UInt8] {
        precondition((0...255 * SHA256.digestBytes).contains(count), "HKDF yields at most 255 blocks")
        let key = HMAC.sha256(key: salt, secret)
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while output.count < count {
            block = HMAC.sha256(key: key, block + info + [number])
            output += block
            number &+= 1
        }
        return Array(output.prefix(count))
    }
}
