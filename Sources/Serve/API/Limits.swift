import HTTP

/// Every size and count that this module keeps to, beside those of the domain.
enum Limits {
    /// How many elements a page may have.
    static let pageElementsMax = 1000
    /// How long a cursor of a page may be: more than the store's own limit.
    static let cursorBytesMax = 4_096
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
    /// How many tokens, and how many addresses, are remembered when their requests are counted.
    static let rateLimitClientsMax = 65_536
    /// How many requests a limit may allow.
    static let rateLimitRequestsMax = 1_000_000

    /// How many messages may ask a person to confirm an address, and in what time.
    static let confirmations = RateLimit(requests: 5, seconds: 3_600)
    /// How many tests a person may have sent to their address, and in what time.
    static let mailTests = RateLimit(requests: 10, seconds: 3_600)

    /// How many answers are kept to be given again, a power of two, and how long the content of one is at
    /// most, and its target, so that all of them take little memory.
    static let cachedResponsesMax = 256
    static let cachedResponseBytesMax = 64 * 1024
    static let cachedTargetBytesMax = 256

    /// How many items keep their JSON, a power of two, and how long that is at most: 32 MiB in all at the
    /// very worst, and some 6 MiB of items as people have them.
    static let encodedItemsMax = 16_384
    static let encodedItemBytesMax = 2_048

    /// After how many seconds a client that has too many event streams open may try again.
    static let streamRetrySeconds = 60
    /// How many seconds a stream of events is silent at most.
    static let heartbeatSeconds = 15
    /// How long a listener is to wait until it comes again, once the service stops.
    static let reconnectMilliseconds = 2_000
    /// For how many places in the feed is read at once what those get who listen there.
    static let eventPagesAtOnceMax = 8

    /// How many addresses one request may have looked up.
    static let addressesLookedUpMax = 20

    /// How large a document of lists may be that comes in a request.
    static let importBytesMax = 64 * 1024 * 1024
    /// How deep arrays and dictionaries of a property list may lie in one another.
    static let documentDepthMax = 64
    /// How much text there may be in a binary property list, where one text may stand in many places.
    static let documentTextBytesMax = 256 * 1024 * 1024
    /// How long an answer in JSON may get before it is made in pieces; this much takes a fraction of a
    /// millisecond.
    static let wholeBodyBytesMax = 256 * 1024
    /// How many times something comes again are told where nobody says how many.
    static let occurrencesDefault = 3
    /// How many elements of an array or object within an item are taken from a document.
    static let importedElementsMax = 64
    /// About how large the pieces are that an export leaves in.
    static let exportPieceBytes = 64 * 1024
    /// How many items a piece of a calendar has.
    static let calendarPieceItems = 256
}

/// How much a document of lists may hold.
public struct ImportLimits: Sendable {
    /// How many lists.
    public var checklistsMax = 10_000
    /// How many items on all of them.
    public var itemsMax = 250_000
    /// How many things that do not fit; more mean that it is something else.
    public var skippedMax = 10_000

    /// What a request may bring.
    public init() {}
}
