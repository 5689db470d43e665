import HTTP

/// Every size and count that this module keeps to, beside those of the domain.
enum Limits {
    /// How many elements a page may have.
    static let pageElementsMax = 1000
    /// How many elements a page has where nobody says.
    static let pageElementsDefault = 100
    /// How many of the things that are wrong with a body are told.
    static let errorsMax = 100
    /// How large a request may be whose content is a few names and numbers.
    static let smallBodyBytesMax = 64 * 1024
    /// How long a browser may go on without asking whether a page of another origin is allowed.
    static let preflightSecondsMax = 7200
    /// How long the credentials of a request may be; a token is much shorter.
    static let credentialsBytesMax = 512
    /// How many clients are told apart when their requests are counted.
    static let rateLimitClientsMax = 65_536
    /// How many requests a limit may allow.
    static let rateLimitRequestsMax = 1_000_000
}
