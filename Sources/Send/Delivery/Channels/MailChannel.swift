import Checklists
import Digest
import HTTPClient
import Mail
import XML

/// Mail to an address of a person.
struct MailChannel: Channel {
    private let target: Webhook.EmailTarget

    init(to target: Webhook.EmailTarget) {
        self.target = target
    }

    /// The maximum length of a subject, in bytes. Lists of mail show less.
    private static let subjectBytesMax = 250
    /// The maximum length of texts, in bytes. Notes are cut further where the mail would be too long.
    private static let textBytesMax = 1_000
    private static let notesBytesMax = 4_000

    /// A `MailContent` as JSON, in at most `Delivery.bodyBytesMax` bytes.
    func body(of message: Message) -> [UInt8] {
        let summary = message.summary()
        let line = String(summary.title.map { $0.isNewline || $0.isWhitespace ? " " : $0 })
        let subject = line.prefix(bytesMax: Self.subjectBytesMax)
        var notesBytesMax = Self.notesBytesMax
        while true {
            let text = MailText(summary, below: subject, Self.textBytesMax, notesBytesMax: notesBytesMax)
            let json = text.content(subject: subject).json
            if json.count <= Delivery.bodyBytesMax || notesBytesMax == 0 { return json }
            notesBytesMax /= 2
        }
    }

    /// The mail of an attempt. Every attempt sends the same mail, so that receivers recognise repetitions.
    func outgoing(for attempt: Attempt, from service: SendingService) throws(OutgoingError) -> Outgoing {
        guard let route = service.mail else {
            throw .invalidRequest("no mail server is configured; set --smtp")
        }
        let delivery = attempt.claimed.delivery
        guard let content = MailContent(json: delivery.body) else {
            throw .invalidRequest("the stored body of the delivery is not a mail message")
        }
        let address: MailAddress
        do throws(MailError) {
            address = try MailAddress(target.address)
        } catch {
            throw .invalidRequest("\(error)")
        }
        let message = MailMessage(
            content, from: route.from, to: address, id: Self.id(of: delivery, to: attempt.claimed.webhook),
            secondsSince1970: Int(delivery.createdAt.milliseconds / 1000))
        return .mail(OutgoingMail(message, through: route.server, limits: service.limits.mail))
    }

    /// The number of octets that make message IDs distinct.
    private static let tagBytes = 8

    /// The message ID without its domain. It differs between addresses, and after a delivery was sent again
    /// by hand: mail programs drop a mail whose ID they have (RFC 5322 §3.6.4).
    private static func id(of delivery: Delivery, to webhook: Webhook) -> String {
        let sent = Array("\(delivery.messageID)\n\(delivery.attemptsBefore)".utf8)
        let tag = Array(HMAC.sha256(key: webhook.secret.bytes, sent).prefix(tagBytes))
        return "\(delivery.messageID)_\(tag.hexadecimal)"
    }

    /// The reply of a mail server says whether a retry makes sense (RFC 5321 §4.2.1). If the mailbox does not
    /// exist, the webhook is turned off.
    func judgement(of answer: Result<OutgoingResponse?, OutgoingError>, at end: Timestamp) -> Judgement {
        var judgement = Judgement(answer, at: end)
        guard case .failure(let error) = answer, error.isPermanent else { return judgement }
        judgement.isFinal = true
        if case .receiverRejected(let code, let reply) = error {
            let status = String(reply.prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
            if Self.mailboxIsNone.contains(status) {
                judgement.disableReason =
                    "The mail server rejected the address: it answered \(code) \(status)."
            }
        }
        return judgement
    }

    /// The enhanced status codes of a mailbox that does not exist, has moved or is disabled (RFC 3463 §3.2
    /// and §3.3, RFC 7505 §4.2). The basic code also comes from a server that accepts mail for no address.
    private static let mailboxIsNone: Set = [
        "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10", "5.2.1",
    ]
}

/// The text of a mail, rendered as plain text and as HTML.
private struct MailText {
    let language: Language
    /// Paragraphs of one or more lines. Empty paragraphs and trailing white space are dropped.
    var paragraphs: [String] = []
    /// The links for the receiver.
    var links: [MessageSummary.Link] = []
    /// The unsubscribe link.
    var end: MessageSummary.Link?

    /// The content of the mail.
    func content(subject: String) -> MailContent {
        MailContent(subject: subject, text: text, html: html(title: subject), listUnsubscribe: end?.address)
    }

    private var shown: [String] {
        paragraphs.map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
            .filter { !$0.isEmpty }
    }

    private var text: String {
        let links = links.map { "\($0.label):\n\($0.address)" }
        let end = end.map { ["-- \n\($0.label): \($0.address)"] } ?? []
        return (shown + links + end).joined(separator: "\n\n") + "\n"
    }

    private func html(title: String) -> String {
        let paragraphs = shown.map { paragraph in
            let lines = paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return "<p dir=\"auto\">\(lines.map { String($0).inMarkup }.joined(separator: "<br>\n"))</p>"
        }
        let items = links.map { "<li>\($0.html)</li>" }
        let list = items.isEmpty ? [] : ["<ul>"] + items + ["</ul>"]
        let end = end.map { ["<p><small>\($0.html)</small></p>"] } ?? []
        let head = "<head><meta charset=\"utf-8\"><title>\(title.inMarkup)</title></head>"
        let lines =
            ["<!doctype html>", "<html lang=\"\(language.rawValue)\">", head, "<body>"] + paragraphs + list
            + end
        return (lines + ["</body>", "</html>", ""]).joined(separator: "\n")
    }
}

extension MessageSummary.Link {
    fileprivate var html: String { "<a href=\"\(address.inMarkup)\">\(label.inMarkup)</a>" }
}

extension MailText {
    /// Creates the text below a subject.
    fileprivate init(
        _ summary: MessageSummary, below subject: String, _ textBytesMax: Int, notesBytesMax: Int
    ) {
        self.init(language: summary.language)
        // A title that the subject shortens or changes stands below it in full.
        let whole = subject == summary.title ? "" : summary.title
        paragraphs = [whole, summary.message].map { $0.prefix(bytesMax: textBytesMax) }
        paragraphs.append(summary.notes.prefix(bytesMax: notesBytesMax))
        links = summary.actions.compactMap { action in
            summary.address(of: action.path).map { .init(label: action.label, address: $0) }
        }
        if let label = summary.listLabel, let address = summary.address {
            links.append(.init(label: label, address: address))
        }
        end = summary.end
    }
}
