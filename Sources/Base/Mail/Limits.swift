/// Limits on the parts of a message.
enum Limits {
    /// The maximum length of an address, in bytes (RFC 5321 §4.5.3.1.3, without the angle brackets).
    static let addressBytesMax = 254
    /// The maximum length of the part before the `@`, in bytes.
    static let localPartBytesMax = 64
    /// The maximum length of a domain label, in bytes (RFC 1035 §2.3.4).
    static let labelBytesMax = 63
    /// The maximum length of an unfolded header line with its field name, in bytes (RFC 5322 §2.1.1).
    static let lineBytesMax = 76
    /// The maximum number of text bytes in an encoded word: 52 digits of base64. The word then fits in a line
    /// with the longest field name.
    static let encodedWordBytesMax = 39
    /// The maximum length of a message ID before its domain, in bytes.
    static let idBytesMax = 200
    /// The maximum length of an unsubscribe URL, in bytes.
    static let unsubscriptionBytesMax = 800
}
