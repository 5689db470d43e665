/// Where somebody is who follows what changes: everything that changed before it is known to them.
public struct FeedPosition: Hashable, Sendable {
    /// The change that was looked at last.
    public var revision: Revision
    /// What of that change was: its kind and its number; zeros where all of it was.
    public var kind = 0
    /// The number of what was looked at last, among its kind.
    public var number = 0
    /// The newest change when they began: what went out of sight before it, they have never seen.
    public var start: Revision

    /// Where the walk begins that shows everything first: before any change, while the newest is that one.
    public init(beginningAt newest: Revision) {
        revision = .zero
        start = newest
    }

    /// A position within a change.
    public init(revision: Revision, kind: Int = 0, number: Int = 0, start: Revision) {
        self.revision = revision
        self.kind = kind
        self.number = number
        self.start = start
    }

    /// Behind all of a change, for somebody who saw everything before it.
    public init(after revision: Revision) {
        self.init(revision: revision, kind: .max, start: revision)
    }

    /// The change up to which all is known.
    package var known: Revision {
        if kind == .max || revision == .zero { return max(start, revision) }
        return max(start, Revision(rawValue: revision.rawValue - 1))
    }
}

/// Where an entry stands in the feed: by its change, then by its kind, then by its number.
package struct FeedKey: Comparable, Sendable {
    /// The kinds, as they follow one another within a change.
    package enum Kind: Int, Sendable {
        case checklist, item, itemRemoved, checklistRemoved, membersRemoved
    }

    package let revision: Revision
    package let kind: Kind
    package let number: Int

    /// The place of something.
    package init(_ revision: Revision, _ kind: Kind, _ number: Int) {
        self.revision = revision
        self.kind = kind
        self.number = number
    }

    package static func < (left: FeedKey, right: FeedKey) -> Bool {
        (left.revision, left.kind.rawValue, left.number) < (right.revision, right.kind.rawValue, right.number)
    }

    /// Whether somebody at a position has not seen it.
    package func isBehind(_ position: FeedPosition) -> Bool {
        (position.revision, position.kind, position.number) < (revision, kind.rawValue, number)
    }

    /// The position behind it.
    package func position(since start: Revision) -> FeedPosition {
        FeedPosition(revision: revision, kind: kind.rawValue, number: number, start: start)
    }
}

/// One thing that changed, as it is now.
public struct FeedEntry: Hashable, Sendable {
    /// What it is.
    public var subject: Subject
    /// When it changed last.
    public var at: Timestamp
    /// Who changed it last; `nil` for the service itself.
    public var by: Principal?

    /// What changed.
    public enum Subject: Hashable, Sendable {
        case checklist(Checklist)
        case item(Item)
        /// The list, with all of its items, is gone, or not to be seen any more.
        case checklistRemoved(Checklist.ID)
        /// The item is gone from a list, or not to be seen any more. With what calendar programs called it by
        /// when it went.
        case itemRemoved(Item.ID, from: Checklist.ID, name: String)
        /// The item went to another list that is to be seen. It comes with its state there: by a later change
        /// or, where not, by this one.
        case itemMoved(Item.ID, from: Checklist.ID, to: Checklist.ID, name: String, comesLater: Bool)
        /// Others are not on the list any more. What else happens to members comes with the list.
        case membersRemoved([Person.ID], from: Checklist.ID)
    }

    /// A change of something.
    public init(_ subject: Subject, at: Timestamp, by: Principal?) {
        self.subject = subject
        self.at = at
        self.by = by
    }
}

/// A part of what changed.
public struct FeedPage: Hashable, Sendable {
    /// What changed, in the order of the changes that did it last.
    public var entries: [FeedEntry]
    /// Where it goes on.
    public var next: FeedPosition
    /// Whether there is more at present.
    public var hasMore: Bool

    /// A part.
    public init(entries: [FeedEntry], next: FeedPosition, hasMore: Bool) {
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
    }
}
