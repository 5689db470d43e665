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
    /// The access token of the assistant, by the first 8 octets of its digest; `nil` for a device.
    public package(set) var tokenID: UInt64?
    /// The time of the proposal.
    public package(set) var createdAt: Timestamp
    /// The effect of the operations, as it was at the time of the proposal. An approval has no other.
    public var effect: ProposedEffect
    /// The operations, as the JSON array of `POST /v1/batch`. The API checks them; a store does not interpret
    /// them.
    public var operations: String

    /// Creates a proposal from its stored fields.
    public init(
        id: ID, deviceID: Device.ID?, tokenID: UInt64? = nil, createdAt: Timestamp, effect: ProposedEffect,
        operations: String
    ) {
        self.id = id
        self.deviceID = deviceID
        self.tokenID = tokenID
        self.createdAt = createdAt
        self.effect = effect
        self.operations = operations
    }

    /// When the proposal expires.
    public var expiresAt: Timestamp { createdAt.advanced(byMilliseconds: Limits.proposalMilliseconds) }

    /// The approximate size of what the person's record has of it, in bytes.
    var bytesCount: Int {
        effect.changes.reduce(operations.utf8.count) { sum, change in
            change.texts.reduce(sum + 16 * change.items.ranges.count) { $0 + $1.utf8.count }
        }
    }
}

/// The effect of the operations of a proposal.
public struct ProposedEffect: Hashable, Sendable {
    /// The newest revision of the store when the effect was decided. A record with a later one has changed
    /// since.
    public var asOf: Revision
    /// The change of each operation, in order.
    public var changes: [ProposedChange]

    /// Creates an effect.
    public init(asOf: Revision, changes: [ProposedChange]) {
        self.asOf = asOf
        self.changes = changes
    }

    /// All changes as one: that of the same items, or their number.
    public var summary: ProposedChange {
        guard var sum = changes.first, changes.count > 1 else {
            return changes.first ?? ProposedChange(.change, .several, count: 0, name: "")
        }
        guard changes.allSatisfy({ $0.subject == .items && $0.action == sum.action }) else {
            return ProposedChange(.change, .several, count: changes.count, name: "")
        }
        for change in changes.dropFirst() {
            sum.count += change.count
            sum.items.formUnion(change.items)
            if sum.texts.count < Limits.proposedTextsMax { sum.texts += change.texts.prefix(1) }
        }
        // Several operations can change one item.
        if sum.action != .add { sum.count = sum.items.ranges.reduce(0) { $0 + $1.count } }
        return sum
    }
}

/// The effect of one operation of a proposal.
public struct ProposedChange: Hashable, Sendable {
    /// What happens to the subject.
    public enum Action: String, CaseIterable, Sendable {
        case add, change, delete
    }

    /// What a change adds, changes or deletes; `several` for changes of different kinds.
    public enum Subject: String, CaseIterable, Sendable {
        case items, checklist, section, tag, view, several
    }

    /// What happens to the subject.
    public var action: Action
    /// What it happens to.
    public var subject: Subject
    /// The number of its items; for a list, those on the list; for several changes, their number.
    public var count: Int
    /// The name of the first list, or of the section, tag or view; empty if there is none.
    public var name: String
    /// The texts of the first items, cut; a new text follows the old one after an arrow.
    public var texts: [String] = []
    /// The numbers of all items that it changes or deletes.
    public var items = RangeSet<Int>()

    /// Creates a change.
    public init(_ action: Action, _ subject: Subject, count: Int, name: String) {
        self.action = action
        self.subject = subject
        self.count = count
        self.name = name
    }

    /// The change as a sentence in English, without a period.
    public var sentence: String {
        let items = count == 1 ? "1 item" : "\(count) items"
        let owner = name.isEmpty ? "" : " of \(name)"
        let verb = action.rawValue.prefix(1).uppercased() + action.rawValue.dropFirst()
        switch subject {
        case .items: return "\(verb) \(action == .add ? "\(items) to \(name)" : items + owner)"
        case .checklist: return "\(verb) the list \(name)" + (action == .change ? "" : " with \(items)")
        case .tag: return "\(verb) the tag \(name) from \(items)"
        case .section, .view: return "\(verb) the \(subject.rawValue) \(name)"
        case .several: return "Make \(count) changes"
        }
    }
}

/// What an approval left out of an operation, because it has changed since the proposal.
public struct LeftOut: Hashable, Sendable {
    /// The index of the operation in the proposal.
    public var operation: Int
    /// The number of items; 1 for anything else.
    public var count: Int
    /// The texts of the first items, or the name of anything else.
    public var names: [String]
}
