import HTTP

/// The sizes and counts that this module limits, beside those of the domain.
enum Limits {
    /// The maximum number of elements of a page.
    static let pageElementsMax = 1000
    /// The maximum length of a cursor, in bytes. It exceeds the limit of the store.
    static let cursorBytesMax = 4_096
    /// The number of elements of a page without `limit`.
    static let pageElementsDefault = 100
    /// The maximum number of violations in one problem.
    static let errorsMax = 100
    /// The maximum size of a body of a few names and numbers, in bytes.
    static let smallBodyBytesMax = 64 * 1024
    /// How long a browser may cache the answer to a preflight, in seconds.
    static let preflightSecondsMax = 7200
    /// The maximum length of credentials, in bytes. A token is much shorter.
    static let credentialsBytesMax = 512
    /// How long a sign-in at a provider may take, in milliseconds: 10 minutes.
    static let signInMilliseconds: Int64 = 10 * 60 * 1000
    /// The rate limit of callbacks for one sign-in.
    static let callbacks = RateLimit(requests: 1, seconds: Int(signInMilliseconds / 1000))
    /// The maximum number of sign-ins from one address that wait for the provider. All clients behind a proxy
    /// that is not trusted share one.
    static let signInsPerAddressMax = 64
    /// The maximum length of the code with which a browser comes back from a provider, in bytes.
    static let signInCodeBytesMax = 4_096
    /// The maximum number of tokens, and of addresses, that a rate limiter remembers.
    static let rateLimitClientsMax = 65_536
    /// The maximum number of requests in a rate limit.
    static let rateLimitRequestsMax = 1_000_000

    /// The rate limit of confirmation messages for the address of a person.
    static let confirmations = RateLimit(requests: 5, seconds: 3_600)
    /// The rate limit of test messages to the webhooks, devices and the address of a person.
    static let tests = RateLimit(requests: 10, seconds: 3_600)
    /// The rate limit of messages that a person has sent again.
    static let redeliveries = RateLimit(requests: 30, seconds: 3_600)

    /// The maximum number of values of a query parameter that can be repeated.
    static let parameterValuesMax = 100

    /// The number of cached responses, a power of two, and the maximum length of a response's body and of its
    /// target, in bytes.
    static let cachedResponsesMax = 256
    static let cachedResponseBytesMax = 96 * 1024
    static let cachedTargetBytesMax = 256
    /// The size of the smallest content that is compressed, in bytes. Smaller content gains nothing.
    static let compressedBodyBytesMin = 1_024

    /// The number of items with cached JSON, a power of two, and its maximum length in bytes. The cache takes
    /// at most 32 MiB, and some 6 MiB with typical items.
    static let encodedItemsMax = 16_384
    static let encodedItemBytesMax = 2_048
    /// The size of an item in JSON that a page expects. Most items are a little smaller.
    static let encodedItemBytesUsual = 768

    /// `Retry-After` for a client with too many open event streams, in seconds.
    static let streamRetrySeconds = 60
    /// The maximum number of event tickets that a process accepts within their validity, by one person and
    /// in all. It remembers that many.
    static let ticketsPerPersonMax = 1_000
    static let ticketsMax = 10_000
    /// The interval of heartbeats on a silent event stream, in seconds.
    static let heartbeatSeconds = 15
    /// The reconnection time of event streams when the server stops, in milliseconds.
    static let reconnectMilliseconds = 2_000
    /// The maximum number of feed pages that the hub reads at once. Each serves the listeners at one cursor.
    static let eventPagesAtOnceMax = 8

    /// The maximum number of address lookups of one request.
    static let addressesLookedUpMax = 20

    /// The number of checklists that a request deletes at the same time.
    static let checklistsDeletedAtOnce = 64

    /// The maximum size of an imported document in a request, in bytes.
    static let importBytesMax = 64 * 1024 * 1024
    /// The size of JSON from which it is sent in pieces, in bytes. Writing that much takes a fraction of a
    /// millisecond.
    static let wholeBodyBytesMax = 256 * 1024
    /// The default number of occurrences in an answer.
    static let occurrencesDefault = 3
    /// The maximum number of elements of an array or object within an imported item.
    static let importedElementsMax = 64
    /// The approximate size of a piece of an export, in bytes.
    static let exportPieceBytes = 64 * 1024
}
