/// Limits on a client's time and memory. `MessageLimits` has the size limits of messages.
public struct ServerLimits: Hashable, Sendable {
    /// The time for a request's head, from its first octet to its last: 10 s, else 408.
    public var headTimeMax = Duration.seconds(10)
    /// A server-wide limit of a request's content below that of its route; `nil` leaves it to the routes.
    /// Else 413.
    public var bodyBytesMax: Int?
    /// The window for the rate of a body: 10 s. If a body is slower than `bodyBytesPerSecondMin` in any
    /// window, the server answers 408.
    public var bodyTimeMax = Duration.seconds(10)
    /// The minimum rate of a body in any `bodyTimeMax`: 500 octets a second.
    public var bodyBytesPerSecondMin = 500
    /// The time before the rate of a body counts: 5 s.
    public var bodyGraceTime = Duration.seconds(5)
    /// The memory for bodies of unanswered requests, over all connections: 256 MiB. Beyond it the server
    /// answers 503 to the incomplete ones that have received nothing for longest.
    public var bodiesBytesMax = 256 * 1024 * 1024
    /// The time in which a client acknowledges nothing of a response: 10 s, then the server cuts the
    /// connection.
    public var writeStallTimeMax = Duration.seconds(10)
    /// The time without a request: 180 s, then the server closes the connection without a response. Proxies
    /// keep idle connections for less: Caddy 120 s, nginx 60 s. Else a request could meet the closing.
    public var idleTimeMax = Duration.seconds(180)
    /// The time for a client to close after the last response, so that no reset overtakes the response: 2 s.
    public var lingerTimeMax = Duration.seconds(2)
    /// The input that the server accepts during that time: 64 KiB.
    public var lingerBytesMax = 64 * 1024
    /// The largest content that is copied behind its head, to be sent together with others: 4 KiB. It has no
    /// command-line option, because it has no visible effect.
    static let copiedContentBytesMax = 4 * 1024
    /// The idle time after which a connection gives up its task: 20 ms. A client that sends requests more
    /// often keeps the task.
    static let parkingNanoseconds: UInt64 = 20_000_000
    /// Held responses to pipelined requests: 256 KiB for each connection.
    public var heldAnswerBytesMax = 256 * 1024
    /// Simultaneous connections over all loops; `nil` for the descriptor limit less 64. Beyond it the server
    /// answers 503 with `Retry-After`.
    public var connectionsMax: Int?
    /// Simultaneous connections of one client; `nil` for a quarter of `connectionsMax`, but at least
    /// `connectionsPerClientMin`.
    public var connectionsPerClientMax: Int?
    /// The least default of `connectionsPerClientMax`: 64.
    static let connectionsPerClientMin = 64
    /// Refused connections that get a response at once: 32. Any more are closed immediately.
    public var refusalsMax = 32
    /// The `Retry-After` of a refused client: 1 s.
    public var retryAfterSeconds = 1
    /// The first pause of accepting when the process or the system has no descriptor left: 50 ms. It doubles.
    public var acceptPauseMin = Duration.milliseconds(50)
    /// The longest pause of accepting: 500 ms.
    public var acceptPauseMax = Duration.milliseconds(500)
    /// Connections in the kernel's accept queue of one listening socket: 1,024.
    public var acceptQueueMax = 1024

    /// Makes the default limits.
    public init() {}
}
