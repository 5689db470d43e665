/// Every size there is.
enum Limits {
    /// The length of a subscription's authentication secret (RFC 8291 §3.2).
    static let authenticationSecretBytes = 16
    /// The length of the salt of a message (RFC 8188 §2.1).
    static let saltBytes = 16
    /// The most that a push service has to take (RFC 8030 §7.2), and the size of the one record.
    static let messageBytesMax = 4_096
    /// What stands before the record: salt, size of a record, length of a key, key.
    static let headerBytes = saltBytes + 4 + 1 + Cryptography.publicKeyBytes
    /// The octet that ends the text of a record.
    static let delimiterBytes = 1
    /// The longest text of a message: 3,993 octets.
    static let plaintextBytesMax =
        messageBytesMax - headerBytes - delimiterBytes - Cryptography.tagBytes
    /// To what lengths texts are padded, so that how long one is tells little about what it says.
    static let paddedBytes = [512, 1_024, 2_048, plaintextBytesMax]
    /// How often a private key is drawn until it is one: once, but for one time in 4,000,000,000.
    static let drawsMax = 8
}
