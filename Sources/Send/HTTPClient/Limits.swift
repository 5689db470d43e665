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

/// How long it may take to hand a message to a mail server: at most as long as `totalTimeMax` and, for the
/// good-bye, `replyTimeMax` together.
public struct MailLimits: Hashable, Sendable {
    /// How long it may take to have a connection, to the end of the TLS handshake: 10 s.
    public var connectTimeMax = Duration.seconds(10)
    /// How long each answer may take, in whole seconds: 20 s. Servers look at a message before they take it.
    public var replyTimeMax = Duration.seconds(20)
    /// How long it may take in all: 30 s.
    public var totalTimeMax = Duration.seconds(30)

    /// The usual limits.
    public init() {}
}

/// What holds for the thread of a client.
enum Limits {
    /// How long it sleeps when nothing happens; commands and libcurl's timers wake it.
    static let sleepTimeMax = Duration.seconds(60)
    /// How long it rests where libcurl cannot wait, for want of memory or descriptors.
    static let restTime = Duration.milliseconds(10)
    /// How much of an answer of a mail server is kept, in characters.
    static let replyCharactersMax = 200
}

extension Duration {
    /// As libcurl counts.
    var milliseconds: Int { Int(self / .milliseconds(1)) }
}
