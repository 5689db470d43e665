import JSON

/// What a message says, as it waits to be sent to whomever.
public struct MailContent: Hashable, Sendable {
    /// What it is about, in one line.
    public var subject: String
    /// What it says.
    public var text: String
    /// The same in HTML.
    public var html: String?
    /// The address of a page where the receiver can say that this is to end.
    public var listUnsubscribe: String?

    /// A content.
    public init(subject: String, text: String, html: String? = nil, listUnsubscribe: String? = nil) {
        self.subject = subject
        self.text = text
        self.html = html
        self.listUnsubscribe = listUnsubscribe
    }

    /// All of it as JSON.
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

    /// Reads what `json` has written; `nil` for anything else.
    public init?(json: [UInt8]) {
        // What is wrong with it is known to who has written it.
        guard let value = try? JSONValue.parse(json), case .string(let subject)? = value["subject"],
            case .string(let text)? = value["text"]
        else { return nil }
        self.init(subject: subject, text: text)
        if case .string(let html)? = value["html"] { self.html = html }
        if case .string(let page)? = value["listUnsubscribe"] { listUnsubscribe = page }
    }
}

extension MailMessage {
    /// A message that says that.
    public init(
        _ content: MailContent, from: MailAddress, to: MailAddress, id: String, secondsSince1970: Int
    ) {
        self.init(
            from: from, to: to, subject: content.subject, text: content.text, html: content.html, id: id,
            secondsSince1970: secondsSince1970, listUnsubscribe: content.listUnsubscribe)
    }
}
