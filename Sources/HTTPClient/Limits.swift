/// How long a request may take and how much of an answer is read.
public struct OutgoingLimits: Hashable, Sendable {
    /// How long it may take to have a connection, from the name to the end of the TLS handshake: 5 s.
    public var connectTimeMax = Duration.seconds(5)
    /// How long it may take in all, to the last byte of the answer: 15 s.
    public var totalTimeMax = Duration.seconds(15)
    /// How long the header of the answer may be, with those of all provisional answers before it, in bytes.
    ///
    /// It is counted in whole lines. A line without an end is refused by libcurl itself, at 100 KiB.
    public var headerBytesMax = 16 * 1024
    /// How much of the answer's body is kept, in bytes; the connection is closed when more comes.
    public var bodyBytesMax = 16 * 1024

    /// The usual limits.
    public init() {}
}

/// What holds for the thread of a client.
enum Limits {
    /// How long it sleeps when nothing happens; commands and libcurl's timers wake it.
    static let sleepTimeMax = Duration.seconds(60)
    /// How long it rests where libcurl cannot wait, for want of memory or descriptors.
    static let restTime = Duration.milliseconds(10)
}

extension Duration {
    /// As libcurl counts.
    var milliseconds: Int { Int(self / .milliseconds(1)) }
}
