import HTTP

/// Every size and count that this module keeps to, beside those of the domain.
enum Limits {
    /// How many elements a page may have.
    static let pageElementsMax = 1000
    /// How many elements a page has where nobody says.
    static let pageElementsDefault = 100
    /// How long an idempotency key may be.
    static let idempotencyKeyCharactersMax = 255
    /// How large a request may be whose content is a few names and numbers.
    static let smallBodyBytesMax = 64 * 1024
}
