import JSON

/// The content of a message that waits to be sent, without its receiver.
public struct MailContent: Hashable, Sendable {
    /// The subject, in one line.
    public var subject: String
    /// The plain text.
    public var text: String
    /// The same text as HTML.
    public var html: String?
    /// The URL of a page on which the receiver unsubscribes.
    public var listUnsubscribe: String?

    /// Creates a content.
    public init(subject: String, text: String, html: String? = nil, listUnsubscribe: String? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
        self.listUnsubscribe = listUnsubscribe
    }

    /// The content as a JSON text.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member("subject", subject)
            json.member("text", text)
            if let html { json.member("html", html) }
            if let listUnsubscribe { json.member("listUnsubscribe", listUnsubscribe) }
        }
        return json.bytes
    }

    /// Parses the output of `json`; `nil` for anything else.
    public init?(json: [UInt8]) {
        // The syntax error is dropped, because `json` wrote the bytes.
        guard let value = try? JSONValue.parse(json), case .string(let subject)? = value["subject"],
            case .string(let text)? = value["text"]
        else { return nil }
        self.init(subject: subject, text: text)
        if case .string(let html)? = value["html"] { self.html = html }
        if case .string(let page)? = value["listUnsubscribe"] { listUnsubscribe = page }
    }
}

extension MailMessage {
    /// Creates a message with this content.
    public init(
        _ content: MailContent, from: MailAddress, to: MailAddress, id: String, secondsSince1970: Int
    ) {
        self.init(
            from: from, to: to, subject: content.subject, text: content.text, html: content.html, id: id,
            secondsSince1970: secondsSince1970, listUnsubscribe: content.listUnsubscribe)
    }
}
