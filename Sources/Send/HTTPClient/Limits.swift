/// The limits on the time and the size of a request.
public struct OutgoingLimits: Hashable, Sendable {
    /// The maximum time to connect, from name resolution to the end of the TLS handshake: 5 s.
    public var connectTimeMax = Duration.seconds(5)
    /// The maximum time in total, to the last byte of the response: 15 s.
    public var totalTimeMax = Duration.seconds(15)
    /// The maximum size of the response header, including all provisional responses, in bytes.
    ///
    /// The client counts whole lines. libcurl itself rejects a line without an end at 100 KiB.
    public var headerBytesMax = 16 * 1024
    /// The maximum number of body bytes that are kept. The client closes the connection when more arrive.
    public var bodyBytesMax = 16 * 1024

    /// Creates the default limits.
    public init() {}
}

/// The limits on the delivery of a message. It takes at most `totalTimeMax` and, for `QUIT`, `replyTimeMax`.
public struct MailLimits: Hashable, Sendable {
    /// The maximum time to connect, to the end of the TLS handshake: 10 s.
    public var connectTimeMax = Duration.seconds(10)
    /// The maximum time for each reply, in whole seconds: 20 s. Servers check a message before they accept
    /// it.
    public var replyTimeMax = Duration.seconds(20)
    /// The maximum time in total: 30 s.
    public var totalTimeMax = Duration.seconds(30)

    /// Creates the default limits.
    public init() {}
}

/// Limits that requests cannot change.
enum Limits {
    /// The maximum sleep of an idle thread. Commands and libcurl's timers wake it.
    static let sleepTimeMax = Duration.seconds(60)
    /// The pause where libcurl cannot wait, for lack of memory or descriptors.
    static let restTime = Duration.milliseconds(10)
    /// The maximum length of a mail server's reply that is kept, in characters.
    static let replyCharactersMax = 200
}

extension Duration {
    /// The duration in milliseconds, as libcurl counts.
    var milliseconds: Int { Int(self / .milliseconds(1)) }
}
