/// A change that an assistant proposes, until a person approves or declines it.
public struct Proposal: Identifiable, Hashable, Sendable {
    /// The number of a proposal: the revision that added it.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The device of the assistant; `nil` for an access token of the server.
    public package(set) var deviceID: Device.ID?
    /// The time of the proposal.
    public package(set) var createdAt: Timestamp
    /// The effect of the operations, as it was at the time of the proposal.
    public var change: ProposedChange
    /// The operations, as the JSON array of `POST /v1/batch`. The API checks them; a store does not interpret
    /// them.
    public var operations: String

    /// Creates a proposal from its stored fields.
    public init(
        id: ID, deviceID: Device.ID?, createdAt: Timestamp, change: ProposedChange, operations: String
    ) {
        self.id = id
        self.deviceID = deviceID
        self.createdAt = createdAt
        self.change = change
        self.operations = operations
    }

    /// When the proposal expires.
    public var expiresAt: Timestamp { createdAt.advanced(byMilliseconds: Limits.proposalMilliseconds) }
}

/// The effect of a change that an assistant may only propose.
public struct ProposedChange: Hashable, Sendable {
    /// What a change deletes or changes.
    public enum Subject: String, CaseIterable, Sendable {
        case items, checklist, section, tag, view
    }

    /// Whether the change deletes its subject.
    public var deletes: Bool
    /// What it deletes or changes.
    public var subject: Subject
    /// The number of its items; for a list, those on the list.
    public var count: Int
    /// The name of the first list, or of the deleted section, tag or view; empty if there is none.
    public var name: String

    /// Creates a summary from its fields.
    public init(deletes: Bool, subject: Subject, count: Int, name: String) {
        self.deletes = deletes
        self.subject = subject
        self.count = count
        self.name = name
    }

    /// The change as a sentence in English, without a period.
    public var sentence: String {
        let items = count == 1 ? "1 item" : "\(count) items"
        let owner = name.isEmpty ? "" : " of \(name)"
        switch subject {
        case .items: return (deletes ? "Delete " : "Change ") + items + owner
        case .checklist: return "Delete the list \(name) with \(items)"
        case .section: return "Delete the section \(name)"
        case .tag: return "Delete the tag \(name) from \(items)"
        case .view: return "Delete the view \(name)"
        }
    }
}
