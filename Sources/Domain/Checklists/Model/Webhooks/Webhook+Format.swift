extension Webhook {
    /// What its messages are written as, which stays as it was when it was made.
    public enum Format: Hashable, Sendable {
        /// JSON as Standard Webhooks has it.
        case standard
        /// What ntfy publishes: the last segment of the address is the topic.
        case ntfy
        /// A text of one's own that is filled in.
        indirect case template(Template)
        /// What a push service takes for a device of the person: then it is a push subscription.
        indirect case push(PushTarget)
        /// What a push service takes for a calendar app of the person: then it is a push registration.
        indirect case registration(Registration)
        /// A message to a mail address of the person: then it is that address.
        indirect case email(EmailTarget)
    }

    /// What it is for whoever made it.
    public enum Kind: Hashable, CaseIterable, Sendable {
        /// An address that a client named.
        case webhook
        /// A device that shows what it is told.
        case pushSubscription
        /// A calendar app that is notified when one list changes.
        case pushRegistration
        /// A mail address.
        case email
    }

    /// What it is for whoever made it.
    public var kind: Kind {
        switch format {
        case .standard, .ntfy, .template: .webhook
        case .push: .pushSubscription
        case .registration: .pushRegistration
        case .email: .email
        }
    }

    /// A text with placeholders, and what it is when they are filled in.
    public struct Template: Hashable, Sendable {
        /// The media type of the message, which says how what is filled in is escaped.
        public var contentType: String
        /// The message, up to 10,000 bytes, with placeholders such as `{{item.text}}`.
        public var body: String

        /// A text of a media type.
        public init(contentType: String = Template.usualContentType, body: String) {
            self.contentType = contentType
            self.body = body
        }

        /// How values are escaped in a text.
        public enum Syntax: Sendable {
            /// Within a string of JSON.
            case json
            /// Within the text of an element, or the value of an attribute.
            case markup
            /// Within a name or a value of a form.
            case form
            /// Not at all.
            case plain
        }

        /// The syntax of the media type.
        public var syntax: Syntax {
            let type = contentType.prefix { $0 != ";" }.lowercased()
            return switch type {
            case "application/json": .json
            case "text/html", "application/xml", "text/xml": .markup
            case "application/x-www-form-urlencoded": .form
            default: type.hasSuffix("+json") ? .json : type.hasSuffix("+xml") ? .markup : .plain
            }
        }

        /// What a message is where nobody says.
        public static let usualContentType = "text/plain; charset=utf-8"
    }

    /// A device behind a push service (RFC 8030), and what encrypts for it alone (RFC 8291).
    public struct PushTarget: Hashable, Sendable {
        /// The public key of the device: an uncompressed point of P-256, 65 bytes.
        public var publicKey: [UInt8]
        /// The secret that it shares with whom it subscribed to: 16 bytes.
        public var authSecret: [UInt8]
        /// The device of the person that it belongs to, and ends with; `nil` where nobody had to sign in.
        public var deviceID: Device.ID?

        /// A device with its keys.
        public init(publicKey: [UInt8], authSecret: [UInt8], deviceID: Device.ID? = nil) {
            self.publicKey = publicKey
            self.authSecret = authSecret
            self.deviceID = deviceID
        }
    }

    /// What its receiver asks for in the field `authorization` of a request.
    ///
    /// It describes itself without the secret, so that it cannot reach a log by accident.
    public struct Authorization: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The value of the field. Whoever has it can pass for this service.
        public let value: String

        /// A value of up to 1,000 printable characters of ASCII; `nil` for anything else.
        public init?(_ value: String) {
            guard 1...Limits.authorizationBytesMax ~= value.utf8.count,
                value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), value.first != " ", value.last != " "
            else { return nil }
            self.value = value
        }

        /// What stands in place of the value wherever it is printed: its scheme, where it has one.
        public var description: String {
            let parts = value.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0]) …" : "…"
        }
        public var debugDescription: String { description }
    }
}

extension Webhook.Template {
    /// Something that a message can have filled in.
    public enum Placeholder: String, CaseIterable, Sendable {
        /// What happened: `reminder.due`.
        case event
        /// What repetitions of the message are told by.
        case id
        /// When it happened, as RFC 3339 has it.
        case timestamp
        /// What it is about, in a few words.
        case title
        /// The rest of what there is to say, in a sentence.
        case message
        /// When the item is due: a moment as RFC 3339 has it, or a day.
        case due
        /// Whether a reminder comes later than it was to: `true` or `false`.
        case late
        /// Where the page shows the list.
        case url
        /// What checks the item: a link to a page, which does it when it is sent a `POST`.
        case checkURL = "check.url"
        /// What reminds again in an hour, likewise.
        case snoozeURL = "snooze.url"
        case itemID = "item.id"
        case itemText = "item.text"
        case itemNotes = "item.notes"
        /// Whether it is important: `true` or `false`.
        case itemImportant = "item.important"
        case listID = "list.id"
        case listName = "list.name"
    }

    /// A part of the text.
    public enum Part: Hashable, Sendable {
        /// What stays as it is.
        case text(String)
        /// What is filled in.
        case placeholder(Placeholder)
    }

    /// The text in its parts, where all that stands in double braces is a placeholder.
    /// - Throws: `PlaceholderError`.
    public func parts() throws(PlaceholderError) -> [Part] {
        var parts: [Part] = []
        var rest = body[...]
        // Braces are looked for as code units: what follows one may be written as one character with it.
        while let start = rest.utf8.firstRange(of: "{{".utf8) {
            if rest.startIndex < start.lowerBound { parts.append(.text(String(rest[..<start.lowerBound]))) }
            let inner = rest[start.upperBound...]
            guard let end = inner.utf8.firstRange(of: "}}".utf8) else {
                throw PlaceholderError(name: nil)
            }
            let name = inner[..<end.lowerBound].split(separator: " ").joined(separator: " ")
            guard let placeholder = Placeholder(rawValue: name) else { throw PlaceholderError(name: name) }
            parts.append(.placeholder(placeholder))
            rest = inner[end.upperBound...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    /// Braces in which there is no placeholder.
    public struct PlaceholderError: Error, Hashable {
        /// What stands in them; `nil` where they are not closed.
        public let name: String?
    }
}
