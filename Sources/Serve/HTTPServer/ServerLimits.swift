/// How long and how much a client may make the server wait or hold; what sizes a message may have is in
/// `MessageLimits`.
public struct ServerLimits: Hashable, Sendable {
    /// A request's head, from its first octet to its last, however it drips in: 10 s, else 408.
    public var headTimeMax = Duration.seconds(10)
    /// A request's content, where its route allows more; `nil` leaves it to the routes. Past it: 413.
    public var bodyBytesMax: Int?
    /// How long a request's body may come more slowly than `bodyBytesPerSecondMin`, or not at all, however
    /// fast it came before: any 10 s, else 408.
    public var bodyTimeMax = Duration.seconds(10)
    /// The least rate of a body over any `bodyTimeMax`: 500 octets a second.
    public var bodyBytesPerSecondMin = 500
    /// How long a body may take to get going before its rate counts: 5 s.
    public var bodyGraceTime = Duration.seconds(5)
    /// What the bodies of requests that are not answered yet may hold in memory, over all connections:
    /// 256 MiB. Past it: 503 for those of which nothing has come for longest.
    public var bodiesBytesMax = 256 * 1024 * 1024
    /// An answer of which the client acknowledges nothing: 10 s, then the connection is cut.
    public var writeStallTimeMax = Duration.seconds(10)
    /// A connection without a request: 60 s, then it is closed without a word.
    public var idleTimeMax = Duration.seconds(60)
    /// How long a client may take to close after the last answer, so that no reset overtakes it: 2 s.
    public var lingerTimeMax = Duration.seconds(2)
    /// What it may still send meanwhile: 64 KiB.
    public var lingerBytesMax = 64 * 1024
    /// How long a content is at most that is copied behind its head, to leave with others: 4 KiB. No flag
    /// sets it, since nobody sees it.
    static let copiedContentBytesMax = 4 * 1024
    /// How long a connection may be idle before it is left without a task: 20 ms. Who asks more often than
    /// that does not get a new one each time.
    static let parkingNanoseconds: UInt64 = 20_000_000
    /// Answers to pipelined requests that wait to leave together: 256 KiB to a connection.
    public var heldAnswerBytesMax = 256 * 1024
    /// Connections at once over all loops; `nil` for the descriptor limit less 64. Past it: 503 with
    /// `Retry-After`.
    public var connectionsMax: Int?
    /// How many refused connections are seen off politely at once; any more are closed on the spot.
    public var refusalsMax = 32
    /// What `Retry-After` says to a refused client.
    public var retryAfterSeconds = 1
    /// How long accepting rests when the process or the system has no descriptor left: 50 ms at first.
    public var acceptPauseMin = Duration.milliseconds(50)
    /// How long it rests at most, when doubling the rest has not helped: 500 ms.
    public var acceptPauseMax = Duration.milliseconds(500)
    /// Connections that the kernel keeps for one listening socket until they are accepted: 1,024.
    public var acceptQueueMax = 1024

    /// The defaults.
    public init() {}
}
