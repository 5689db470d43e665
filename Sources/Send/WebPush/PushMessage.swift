import Digest

/// A message that only one browser can read (RFC 8291), whatever push service carries it.
///
/// This module makes what push services take: it knows keys and messages, and touches nothing but libcrypto,
/// which it loads.
public enum PushMessage {
    /// The content of a request to a push service, of the content coding `aes128gcm`.
    ///
    /// It is one record of RFC 8188, of at most 4,096 bytes. The text is padded to one of four lengths.
    /// - Parameters:
    ///   - publicKey: `p256dh` of the subscription, 65 bytes.
    ///   - secret: `auth` of the subscription, 16 bytes.
    /// - Throws: `tooLong`, `invalidPublicKey`, `invalidAuthenticationSecret`, `failed`.
    public static func encrypted(
        _ plaintext: [UInt8], p256dh publicKey: [UInt8], auth secret: [UInt8], _ cryptography: Cryptography
    ) throws(WebPushError) -> [UInt8] {
        guard let paddedBytes = Limits.paddedBytes.first(where: { $0 >= plaintext.count }) else {
            throw .tooLong(bytes: plaintext.count)
        }
        return try encrypted(
            plaintext, paddingBytes: paddedBytes - plaintext.count, p256dh: publicKey, auth: secret,
            key: cryptography.makeKeyPair(), salt: cryptography.random(Limits.saltBytes), cryptography)
    }

    /// The same, with the key and the salt that were drawn for this message alone.
    static func encrypted(
        _ plaintext: [UInt8], paddingBytes: Int, p256dh publicKey: [UInt8], auth secret: [UInt8],
        key: Cryptography.KeyPair, salt: [UInt8], _ cryptography: Cryptography
    ) throws(WebPushError) -> [UInt8] {
        guard secret.count == Limits.authenticationSecretBytes else { throw .invalidAuthenticationSecret }
        let shared = try cryptography.sharedSecret(of: key, with: publicKey)
        // RFC 8291 §3.4.
        let input = HKDF.sha256(
            secret: shared, salt: secret, info: info("WebPush: info") + publicKey + key.publicKey,
            outputBytes: 32)
        return try coded(
            plaintext, paddingBytes: paddingBytes, secret: input, salt: salt, keyID: key.publicKey,
            cryptography)
    }

    /// A text in the content coding `aes128gcm`, as one record (RFC 8188 §2).
    /// - Parameters:
    ///   - secret: what only those who may read it know.
    ///   - keyID: which secret that is, in at most 255 bytes.
    static func coded(
        _ plaintext: [UInt8], paddingBytes: Int, secret: [UInt8], salt: [UInt8], keyID: [UInt8],
        _ cryptography: Cryptography
    ) throws(WebPushError) -> [UInt8] {
        let key = HKDF.sha256(
            secret: secret, salt: salt, info: info("Content-Encoding: aes128gcm"), outputBytes: 16)
        // That of the first record.
        let nonce = HKDF.sha256(
            secret: secret, salt: salt, info: info("Content-Encoding: nonce"), outputBytes: 12)
        // 2 says that no further record follows.
        let record = plaintext + [2] + repeatElement(0, count: paddingBytes)
        let recordBytes = UInt32(Limits.messageBytesMax)
        let header =
            salt + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: recordBytes >> $0) }
            + [UInt8(keyID.count)] + keyID
        return try header + cryptography.sealed(record, key: key, nonce: nonce)
    }

    /// What a key is for, with the zero behind it.
    private static func info(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
