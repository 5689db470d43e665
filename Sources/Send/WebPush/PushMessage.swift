import Digest

/// A message that only one browser can decrypt (RFC 8291); the push service cannot.
///
/// This module encrypts messages for push services. It does no I/O except loading libcrypto.
public enum PushMessage {
    /// The body of a request to a push service, in the content coding `aes128gcm`.
    ///
    /// The body is one record of RFC 8188, of at most 4,096 bytes. The text is padded to one of four lengths.
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

    /// The same, with a key and a salt that were drawn for this message alone.
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

    /// Encodes a text in the content coding `aes128gcm`, as one record (RFC 8188 §2).
    /// - Parameters:
    ///   - secret: The secret that the sender shares with the readers.
    ///   - keyID: Identifies the secret, in at most 255 bytes.
    static func coded(
        _ plaintext: [UInt8], paddingBytes: Int, secret: [UInt8], salt: [UInt8], keyID: [UInt8],
        _ cryptography: Cryptography
    ) throws(WebPushError) -> [UInt8] {
        let key = HKDF.sha256(
            secret: secret, salt: salt, info: info("Content-Encoding: aes128gcm"), outputBytes: 16)
        // The nonce of the first record.
        let nonce = HKDF.sha256(
            secret: secret, salt: salt, info: info("Content-Encoding: nonce"), outputBytes: 12)
        // 2 marks the last record.
        let record = plaintext + [2] + repeatElement(0, count: paddingBytes)
        let recordBytes = UInt32(Limits.messageBytesMax)
        let header =
            salt + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: recordBytes >> $0) }
            + [UInt8(keyID.count)] + keyID
        return try header + cryptography.sealed(record, key: key, nonce: nonce)
    }

    /// The context of a derived key, with a zero behind it.
    private static func info(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
