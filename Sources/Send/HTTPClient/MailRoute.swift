public import Mail

/// The server and the sender of outgoing mail.
public struct MailRoute: Hashable, Sendable {
    /// The server, with its password.
    public let server: SMTPServer
    /// The sender.
    public let from: MailAddress

    /// Creates a route.
    public init(server: SMTPServer, from: MailAddress) {
        self.server = server
        self.from = from
    }
}
