public import Mail

/// A message on its way to a mail server.
public struct OutgoingMail: Hashable, Sendable {
    /// Who sends it on.
    public var server: SMTPServer
    /// What is sent, from whom and to whom.
    public var message: MailMessage
    /// How long it may take.
    public var limits: MailLimits

    /// A message for a server.
    public init(_ message: MailMessage, through server: SMTPServer, limits: MailLimits = MailLimits()) {
        self.message = message
        self.server = server
        self.limits = limits
    }
}
