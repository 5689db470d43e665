/// The sizes of keys and messages.
enum Limits {
    /// The length of a subscription's authentication secret, in bytes (RFC 8291 §3.2).
    static let authenticationSecretBytes = 16
    /// The length of the salt of a message, in bytes (RFC 8188 §2.1).
    static let saltBytes = 16
    /// The size that every push service must accept (RFC 8030 §7.2), and the size of the one record.
    static let messageBytesMax = 4_096
    /// The length of the header before the record: salt, record size, key length, key.
    static let headerBytes = saltBytes + 4 + 1 + Cryptography.publicKeyBytes
    /// The length of the octet that ends the text of a record.
    static let delimiterBytes = 1
    /// The maximum length of a text: 3,993 octets.
    static let plaintextBytesMax =
        messageBytesMax - headerBytes - delimiterBytes - Cryptography.tagBytes
    /// The lengths to which texts are padded, so that the length of a text reveals little of its content.
    static let paddedBytes = [512, 1_024, 2_048, plaintextBytesMax]
    /// The maximum number of draws of a private key. One draw fails in 4,000,000,000.
    static let drawsMax = 8
}
