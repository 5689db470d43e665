public import Mail

/// A message and the mail server that delivers it.
public struct OutgoingMail: Hashable, Sendable {
    /// The server that relays the message.
    public var server: SMTPServer
    /// The message with its sender and receiver.
    public var message: MailMessage
    /// The time limits.
    public var limits: MailLimits

    /// Creates a delivery.
    public init(_ message: MailMessage, through server: SMTPServer, limits: MailLimits = MailLimits()) {
        self.message = message
        self.server = server
        self.limits = limits
    }
}
