/// How long a request may take and how much of an answer is read.
public struct OutgoingLimits: Hashable, Sendable {
    /// How long it may take to have a connection, from the name to the end of the TLS handshake, in
    /// milliseconds.
    public var connectMillisecondsMax = 5_000
    /// How long it may take in all, to the last byte of the answer, in milliseconds.
    public var totalMillisecondsMax = 15_000
    /// How long the header of the answer may be, with those of all provisional answers before it, in bytes.
    ///
    /// It is counted in whole lines. A line without an end is refused by libcurl itself, at 100 KiB.
    public var headerBytesMax = 16 * 1024
    /// How much of the answer's body is kept, in bytes; the connection is closed when more comes.
    public var bodyBytesMax = 16 * 1024

    /// The usual limits.
    public init() {}
}

/// How much the sender of webhooks does at once, and how long it waits.
public struct SenderLimits: Hashable, Sendable {
    /// How many requests run at once.
    public var requestsMax = 256
    /// How many requests run at once for one webhook, so that a slow receiver fills its own lane alone.
    public var requestsPerWebhookMax = 4
    /// How many requests run at once for all webhooks whose last attempt failed, so that however many
    /// receivers hang, there is room for the others.
    public var failingRequestsMax = 128
    /// How many outcomes may wait for a store that keeps failing; then nothing more is sent.
    public var unrecordedOutcomesMax = 10_000
    /// How long to wait before the store is asked again after it failed, in seconds; doubled each time.
    public var storeRetrySecondsMin = 1
    /// The longest of those waits.
    public var storeRetrySecondsMax = 60
    /// The longest sleep, in seconds, so that a clock that was set is noticed.
    public var timerSecondsMax = 60
    /// The limits of one request.
    public var request = OutgoingLimits()

    /// The usual limits.
    public init() {}
}
