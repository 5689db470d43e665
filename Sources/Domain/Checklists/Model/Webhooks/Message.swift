/// A message to a webhook, before its channel renders it. Each channel reads one of the two.
public struct Message {
    /// The body of a standard webhook: JSON for programs.
    public let standard: () -> [UInt8]
    /// The summary for people.
    public let summary: () -> MessageSummary

    /// A message whose parts are made when its channel reads them.
    public init(standard: @escaping () -> [UInt8], summary: @escaping () -> MessageSummary) {
        self.standard = standard
        self.summary = summary
    }
}

/// A message for people, in the language of its webhook.
public struct MessageSummary: Sendable {
    /// The `type` of the message.
    public let event: String
    /// The message id, for deduplication; empty if there is none.
    public var id = ""
    /// The time of the event.
    public let at: Timestamp
    /// The title, a few words.
    public let title: String
    /// The text below the title.
    public var message = ""
    /// The notes of the item, at any length.
    public var notes = ""
    /// The item of the event.
    public var item: Item?
    /// The list of the event.
    public var checklistID: Checklist.ID?
    /// The name of the list, if it is known.
    public var listName = ""
    /// Whether the reminder is late.
    public var late = false
    /// The action links, the most important first.
    public var actions: [Action] = []
    /// The label of a link to the list; `nil` for none.
    public var listLabel: String?
    /// A link that ends mail to the address of the receiver; `nil` for none.
    public var end: Link?
    /// The language of the generated text.
    public let language: Language
    /// The base URL of the page, without a trailing slash; `nil` if it is not known.
    public let pageAddress: String?

    /// A summary without details.
    public init(event: String, at: Timestamp, title: String, language: Language, pageAddress: String?) {
        self.event = event
        self.at = at
        self.title = title
        self.language = language
        self.pageAddress = pageAddress
    }

    /// An action link.
    public struct Action: Sendable {
        /// The kinds of actions that templates distinguish.
        public enum Kind: Sendable { case check, snooze, other }

        /// The kind of the action.
        public let kind: Kind
        /// The label.
        public let label: String
        /// The path below the base URL.
        public let path: String

        /// A link with a label.
        public init(_ kind: Kind, label: String, path: String) {
            self.kind = kind
            self.label = label
            self.path = path
        }
    }

    /// A link with its label.
    public struct Link: Sendable {
        /// The label.
        public let label: String
        /// The URL.
        public let address: String

        /// A link to a URL.
        public init(label: String, address: String) {
            self.label = label
            self.address = address
        }
    }

    /// The URL of the event's list or item on the page; `nil` without a base URL.
    public var address: String? { address(of: path) }

    /// The URL of a path below the base URL; `nil` without a base URL.
    public func address(of path: String) -> String? { pageAddress.map { $0 + path } }

    /// The path of `address`.
    public var path: String {
        guard let checklistID else { return "/" }
        return "/#/lists/\(checklistID)" + (item.map { "/items/\($0.id)" } ?? "")
    }
}
