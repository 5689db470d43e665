extension Webhook {
    /// The format of a webhook's messages. It never changes after creation.
    public enum Format: Hashable, Sendable {
        /// JSON as defined by Standard Webhooks.
        case standard
        /// The JSON of ntfy. The last segment of the URL is the topic.
        case ntfy
        /// A custom text with placeholders.
        indirect case template(Template)
        /// An encrypted message to a device of the person: the webhook is a push subscription.
        indirect case push(PushTarget)
        /// An encrypted message to a calendar app of the person: the webhook is a push registration.
        indirect case registration(Registration)
        /// A mail to an address of the person.
        indirect case email(EmailTarget)
    }

    /// The kind of a receiver.
    public enum Kind: Hashable, CaseIterable, Sendable {
        /// A URL that a client chose.
        case webhook
        /// A device that shows notifications.
        case pushSubscription
        /// A calendar app that is notified when one list changes.
        case pushRegistration
        /// A mail address.
        case email
    }

    /// The kind of the receiver.
    public var kind: Kind {
        switch format {
        case .standard, .ntfy, .template: .webhook
        case .push: .pushSubscription
        case .registration: .pushRegistration
        case .email: .email
        }
    }

    /// A custom text with placeholders.
    public struct Template: Hashable, Sendable {
        /// The media type of the message. It determines how values are escaped.
        public var contentType: String
        /// The message, up to 10,000 bytes, with placeholders such as `{{item.text}}`.
        public var body: String

        /// Creates a template.
        public init(contentType: String = Template.usualContentType, body: String) {
            self.contentType = contentType
            self.body = body
        }

        /// How values are escaped.
        public enum Syntax: Sendable {
            /// As within a JSON string.
            case json
            /// As within the text of an element or the value of an attribute.
            case markup
            /// As within a name or a value of a form.
            case form
            /// Not escaped.
            case plain
        }

        /// The escaping for the media type.
        public var syntax: Syntax {
            let type = contentType.prefix { $0 != ";" }.lowercased()
            return switch type {
            case "application/json": .json
            case "text/html", "application/xml", "text/xml": .markup
            case "application/x-www-form-urlencoded": .form
            default: type.hasSuffix("+json") ? .json : type.hasSuffix("+xml") ? .markup : .plain
            }
        }

        /// The default media type.
        public static let usualContentType = "text/plain; charset=utf-8"
    }

    /// A device behind a push service (RFC 8030), with the keys that encrypt for it (RFC 8291).
    public struct PushTarget: Hashable, Sendable {
        /// The public key of the device: an uncompressed point of P-256, 65 bytes.
        public var publicKey: [UInt8]
        /// The authentication secret that the device shares with the server: 16 bytes.
        public var authSecret: [UInt8]
        /// The signed-in device that the subscription belongs to and ends with; `nil` without a sign-in.
        public var deviceID: Device.ID?

        /// Creates a target from the keys of a device.
        public init(publicKey: [UInt8], authSecret: [UInt8], deviceID: Device.ID? = nil) {
            self.publicKey = publicKey
            self.authSecret = authSecret
            self.deviceID = deviceID
        }
    }

    /// The `authorization` header that a receiver requires.
    ///
    /// The description omits the secret, so that it cannot reach a log by accident.
    public struct Authorization: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The value of the header. It authenticates this server to the receiver.
        public let value: String

        /// A value of up to 1,000 printable ASCII characters; `nil` for any other.
        public init?(_ value: String) {
            guard 1...Limits.authorizationBytesMax ~= value.utf8.count,
                value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), value.first != " ", value.last != " "
            else { return nil }
            self.value = value
        }

        /// What stands for the secret part of a value. No value contains it.
        public static let placeholder = "…"

        /// A placeholder instead of the value, with its scheme if there is one.
        public var description: String {
            let parts = value.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0]) \(Self.placeholder)" : Self.placeholder
        }
        public var debugDescription: String { description }
    }
}

extension Webhook.Template {
    /// A placeholder in a template.
    public enum Placeholder: String, CaseIterable, Sendable {
        /// The type of the message: `reminder.due`.
        case event
        /// The message id, for deduplication.
        case id
        /// The time of the event (RFC 3339).
        case timestamp
        /// The title, a few words.
        case title
        /// The details, in a sentence.
        case message
        /// The due time of the item: a timestamp (RFC 3339), or a day.
        case due
        /// Whether a reminder is late: `true` or `false`.
        case late
        /// The URL of the list on the page.
        case url
        /// The action link that checks the item. The linked page sends a `POST`.
        case checkURL = "check.url"
        /// The action link that snoozes the reminder for an hour. The linked page sends a `POST`.
        case snoozeURL = "snooze.url"
        case itemID = "item.id"
        case itemText = "item.text"
        case itemNotes = "item.notes"
        /// Whether the item is important: `true` or `false`.
        case itemImportant = "item.important"
        /// The tags of the item, separated by a comma and a space.
        case itemTags = "item.tags"
        case listID = "list.id"
        case listName = "list.name"
    }

    /// A part of a template.
    public enum Part: Hashable, Sendable {
        /// Literal text.
        case text(String)
        /// A placeholder to fill in.
        case placeholder(Placeholder)
    }

    /// The parts of the template. Everything in double braces is a placeholder.
    /// - Throws: `PlaceholderError`.
    public func parts() throws(PlaceholderError) -> [Part] {
        var parts: [Part] = []
        var rest = body[...]
        // Searches UTF-8 code units: a combining mark after a brace forms one `Character` with it.
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

    /// Double braces without a known placeholder.
    public struct PlaceholderError: Error, Hashable {
        /// The unknown name; `nil` if the braces are not closed.
        public let name: String?
    }
}
