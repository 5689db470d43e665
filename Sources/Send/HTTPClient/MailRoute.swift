public import Mail

/// What mail goes out by.
public struct MailRoute: Hashable, Sendable {
    /// The server, with its password.
    public let server: SMTPServer
    /// Whom mail comes from.
    public let from: MailAddress

    /// A server that takes what comes from an address.
    public init(server: SMTPServer, from: MailAddress) {
        self.server = server
        self.from = from
    }
}
