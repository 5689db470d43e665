/// Every size there is.
enum Limits {
    /// The longest address (RFC 5321 §4.5.3.1.3, without the angle brackets).
    static let addressBytesMax = 254
    /// The longest part of it before the `@`.
    static let localPartBytesMax = 64
    /// The longest part of a domain between dots (RFC 1035 §2.3.4).
    static let labelBytesMax = 63
    /// The longest line of a header that is not folded, with the name of its field (RFC 5322 §2.1.1).
    static let lineBytesMax = 76
    /// How much of a text goes into one encoded word, so that the word and the longest name of a field before
    /// it fit in a line: 52 digits of base64.
    static let encodedWordBytesMax = 39
    /// The name of a message, before its domain.
    static let idBytesMax = 200
    /// The longest address of a page that takes a receiver off.
    static let unsubscriptionBytesMax = 800
}
