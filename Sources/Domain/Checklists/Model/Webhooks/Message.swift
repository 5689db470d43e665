/// A message to a webhook, before its channel renders it. Each channel reads one of the two.
public struct Message {
    /// Renders it as Standard Webhooks has it: JSON for programs.
    public let standard: () -> [UInt8]
    /// What it says to people.
    public let summary: () -> MessageSummary

    /// A message that is made when its channel reads it.
    public init(standard: @escaping () -> [UInt8], summary: @escaping () -> MessageSummary) {
        self.standard = standard
        self.summary = summary
    }
}

/// What a message says to people, in the language of its webhook.
public struct MessageSummary: Sendable {
    /// The `type` of the message.
    public let event: String
    /// What repetitions are told by; empty where nothing has a name.
    public var id = ""
    /// When it happened.
    public let at: Timestamp
    /// What it is about, in a few words.
    public let title: String
    /// The rest of what there is to say.
    public var message = ""
    /// What people wrote about it, at any length.
    public var notes = ""
    /// The item that it is about.
    public var item: Item?
    /// The list that it happened on.
    public var checklistID: Checklist.ID?
    /// The name of that list, where it is known.
    public var listName = ""
    /// Whether it comes later than it was to.
    public var late = false
    /// The links of the message that do something, the first first.
    public var actions: [Action] = []
    /// The label of a link to the list; `nil` for none.
    public var listLabel: String?
    /// A link that ends mail to the address of the receiver; `nil` for none.
    public var end: Link?
    /// The language of all that people did not write.
    public let language: Language
    /// Where people reach the page, without a slash at its end; `nil` where that is not known.
    public let pageAddress: String?

    /// A summary without details.
    public init(event: String, at: Timestamp, title: String, language: Language, pageAddress: String?) {
        self.event = event
        self.at = at
        self.title = title
        self.language = language
        self.pageAddress = pageAddress
    }

    /// Something that a link in the message does.
    public struct Action: Sendable {
        /// The kinds of actions that templates distinguish.
        public enum Kind: Sendable { case check, snooze, other }

        /// What it does.
        public let kind: Kind
        /// What a person reads.
        public let label: String
        /// Where it leads, below where the page is.
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
        /// What a person reads.
        public let label: String
        /// Where it leads.
        public let address: String

        /// A link to an address.
        public init(label: String, address: String) {
            self.label = label
            self.address = address
        }
    }

    /// Where the page shows what it is about; `nil` where the page is not known.
    public var address: String? { address(of: path) }

    /// The address of a path below where the page is; `nil` where the page is not known.
    public func address(of path: String) -> String? { pageAddress.map { $0 + path } }

    /// The path of `address`.
    public var path: String {
        guard let checklistID else { return "/" }
        return "/#/lists/\(checklistID)" + (item.map { "/items/\($0.id)" } ?? "")
    }
}
