public import Checklists
import HTTPClient

/// Renders, sends and judges the messages of one `Webhook.Format`.
///
/// A new channel is a type that conforms to this, and a case of `Webhook.channel`.
protocol Channel: Sendable {
    /// The body of a delivery.
    func body(of message: Message) -> [UInt8]

    /// What an attempt sends.
    /// - Throws: An error of the attempt if it cannot be made.
    func outgoing(for attempt: Attempt, from service: SendingService) async throws(OutgoingError) -> Outgoing

    /// Judges how an attempt went: whether the receiver is notified, gone for ever, or to be tried again.
    /// - Parameters:
    ///   - answer: The response; `nil` from a mail server that has taken the message.
    ///   - end: When the attempt ended.
    func judgement(of answer: Result<OutgoingResponse?, OutgoingError>, at end: Timestamp) -> Judgement
}

extension Channel {
    func judgement(of answer: Result<OutgoingResponse?, OutgoingError>, at end: Timestamp) -> Judgement {
        Judgement(answer, at: end)
    }
}

extension Webhook {
    /// The channel of the webhook. Nothing else in this module distinguishes channels.
    var channel: any Channel {
        switch format {
        case .standard: StandardChannel()
        case .ntfy: NtfyChannel()
        case .template(let template): TemplateChannel(template)
        case .push(let target): PushChannel(to: target)
        case .registration(let registration): PushChannel(to: registration)
        case .email(let target): MailChannel(to: target)
        }
    }
}

extension Message {
    /// The body of its delivery to a webhook.
    public func body(for webhook: Webhook) -> [UInt8] { webhook.channel.body(of: self) }
}

/// What an attempt sends.
enum Outgoing {
    case request(OutgoingRequest)
    case mail(OutgoingMail)
}

/// The settings of the sender that channels need.
struct SendingService: Sendable {
    let userAgent: String
    /// The value of the field `webhook-sender`, by which the server recognises its own messages.
    let mark: String
    let limits: SenderLimits
    /// Encrypts messages to devices; `nil` where none are sent.
    let pushEncryption: (any PushEncryption)?
    /// The route of mail; `nil` where none is sent.
    let mail: MailRoute?
}
