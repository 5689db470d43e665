/// A position in the change feed. The client has seen every change before it.
public struct FeedPosition: Hashable, Sendable {
    /// The last change that was read.
    public var revision: Revision
    /// The kind of the last entry that was read in that change; 0 if none of it was read.
    public var kind = 0
    /// The number of the last entry that was read, within its kind.
    public var number = 0
    /// The newest revision when the client began. The client has never seen what disappeared before it.
    public var start: Revision

    /// The position of a full walk: before the first change, while `newest` is the last one.
    public init(beginningAt newest: Revision) {
        revision = .zero
        start = newest
    }

    /// Creates a position within a change.
    public init(revision: Revision, kind: Int = 0, number: Int = 0, start: Revision) {
        self.revision = revision
        self.kind = kind
        self.number = number
        self.start = start
    }

    /// The position after all of a change, for a client that knows the state at that revision.
    public init(after revision: Revision) {
        self.init(revision: revision, kind: .max, start: revision)
    }

    /// The last revision that the client knows completely.
    package var known: Revision {
        if kind == .max || revision == .zero { return max(start, revision) }
        return max(start, Revision(rawValue: revision.rawValue - 1))
    }
}

/// The sort key of a feed entry: revision, kind, number.
package struct FeedKey: Comparable, Sendable {
    /// The kinds, in their order within a change.
    package enum Kind: Int, Sendable {
        case checklist, item, itemRemoved, checklistRemoved, membersRemoved
    }

    package let revision: Revision
    package let kind: Kind
    package let number: Int

    package init(_ revision: Revision, _ kind: Kind, _ number: Int) {
        self.revision = revision
        self.kind = kind
        self.number = number
    }

    package static func < (left: FeedKey, right: FeedKey) -> Bool {
        (left.revision, left.kind.rawValue, left.number) < (right.revision, right.kind.rawValue, right.number)
    }

    /// Whether a client at the position has not seen the entry.
    package func isBehind(_ position: FeedPosition) -> Bool {
        (position.revision, position.kind, position.number) < (revision, kind.rawValue, number)
    }

    /// The position after the entry.
    package func position(since start: Revision) -> FeedPosition {
        FeedPosition(revision: revision, kind: kind.rawValue, number: number, start: start)
    }
}

/// A changed record in its current state.
public struct FeedEntry: Hashable, Sendable {
    /// The record, or the tombstone of one.
    public var subject: Subject
    /// The time of its last change.
    public var at: Timestamp
    /// The author of its last change; `nil` for the server itself.
    public var by: Principal?

    /// The kinds of entries.
    public enum Subject: Hashable, Sendable {
        case checklist(Checklist)
        case item(Item)
        /// The list with all its items was deleted, or the caller lost access to it.
        case checklistRemoved(Checklist.ID)
        /// The item was deleted, or the caller lost access to it. `name` is its resource name in CalDAV at
        /// that time.
        case itemRemoved(Item.ID, from: Checklist.ID, name: String)
        /// The item moved to another list that the caller sees. The feed has its current state in a later
        /// change if `comesLater` is set, otherwise in this one.
        case itemMoved(Item.ID, from: Checklist.ID, to: Checklist.ID, name: String, comesLater: Bool)
        /// Other members left the list. Every other change of members is part of the list's entry.
        case membersRemoved([Person.ID], from: Checklist.ID)
    }

    /// Creates an entry.
    public init(_ subject: Subject, at: Timestamp, by: Principal?) {
        self.subject = subject
        self.at = at
        self.by = by
    }
}

/// A page of the change feed.
public struct FeedPage: Hashable, Sendable {
    /// The entries, in the order of each record's last change.
    public var entries: [FeedEntry]
    /// The position of the next page.
    public var next: FeedPosition
    /// Whether more entries follow at present.
    public var hasMore: Bool

    /// Creates a page.
    public init(entries: [FeedEntry], next: FeedPosition, hasMore: Bool) {
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
    }
}
