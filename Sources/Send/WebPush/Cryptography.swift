import CCrypto

/// P-256 and AES-128-GCM from OpenSSL's libcrypto.
///
/// `@unchecked Sendable`: the table of functions never changes, and each of them may be called on any thread.
public final class Cryptography: @unchecked Sendable {
    /// The length of a private key, a coordinate and a shared secret, in bytes.
    static let numberBytes = Int(P256_NUMBER_BYTES)
    /// The length of a public key, in bytes: the octet 4, x and y.
    static let publicKeyBytes = Int(P256_POINT_BYTES)
    /// The length of an authentication tag, in bytes.
    static let tagBytes = Int(GCM_TAG_BYTES)

    /// A private key with its public key.
    struct KeyPair: Sendable {
        var privateKey: [UInt8]
        var publicKey: [UInt8]
    }

    /// Draws `count` random octets.
    let random: @Sendable (_ count: Int) -> [UInt8]
    private let functions: crypto_library

    /// Loads the library, which takes a few milliseconds.
    /// - Parameters:
    ///   - library: The file name.
    ///   - random: Draws `count` unpredictable octets.
    /// - Throws: `unavailable`.
    public init(
        library: String = "libcrypto.so.3", random: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) throws(WebPushError) {
        var reason: UnsafePointer<CChar>?
        functions = crypto_open(library, &reason)
        if let reason { throw .unavailable(String(cString: reason)) }
        self.random = random
    }

    /// Creates a pair of keys.
    /// - Throws: `failed`.
    func makeKeyPair() throws(WebPushError) -> KeyPair {
        for _ in 0..<Limits.drawsMax {
            let drawn = random(Self.numberBytes)
            do throws(WebPushError) {
                return try keyPair(of: drawn)
            } catch .invalidPrivateKey {
                continue
            }
        }
        throw .failed
    }

    /// The pair of keys for a private key.
    /// - Throws: `invalidPrivateKey`, `failed`.
    func keyPair(of privateKey: [UInt8]) throws(WebPushError) -> KeyPair {
        guard privateKey.count == Self.numberBytes else { throw .invalidPrivateKey }
        var publicKey = [UInt8](repeating: 0, count: Self.publicKeyBytes)
        let result = crypto_p256_public_key(functions, privateKey, &publicKey)
        try check(result, invalid: .invalidPrivateKey)
        return KeyPair(privateKey: privateKey, publicKey: publicKey)
    }

    /// The secret that a private key shares with the public key of another party.
    /// - Throws: `invalidPublicKey`, `failed`.
    func sharedSecret(of key: KeyPair, with publicKey: [UInt8]) throws(WebPushError) -> [UInt8] {
        guard publicKey.count == Self.publicKeyBytes else { throw .invalidPublicKey }
        var secret = [UInt8](repeating: 0, count: Self.numberBytes)
        let result = crypto_p256_shared_secret(functions, key.privateKey, publicKey, &secret)
        try check(result, invalid: .invalidPublicKey)
        return secret
    }

    /// The signature of a SHA-256 digest: r and s.
    /// - Throws: `failed`.
    func signature(of digest: [UInt8], by key: KeyPair) throws(WebPushError) -> [UInt8] {
        precondition(digest.count == 32, "a SHA-256 digest has 32 bytes")
        var signature = [UInt8](repeating: 0, count: Int(P256_SIGNATURE_BYTES))
        let result = crypto_p256_sign(functions, key.privateKey, digest, &signature)
        try check(result, invalid: .invalidPrivateKey)
        return signature
    }

    /// Encrypts a text and appends its tag.
    /// - Throws: `failed`.
    func sealed(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8]) throws(WebPushError) -> [UInt8] {
        precondition(
            key.count == Int(AES128_KEY_BYTES) && nonce.count == Int(GCM_NONCE_BYTES),
            "AES-128-GCM takes a 16-byte key and a 12-byte nonce")
        var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagBytes)
        let result = crypto_aes128_gcm_encrypt(functions, key, nonce, plaintext, plaintext.count, &sealed)
        try check(result, invalid: .failed)
        return sealed
    }

    private func check(_ result: crypto_result, invalid: WebPushError) throws(WebPushError) {
        switch result {
        case CRYPTO_OK: return
        case CRYPTO_INVALID: throw invalid
        default: throw .failed
        }
    }
}
