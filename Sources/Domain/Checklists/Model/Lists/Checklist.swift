/// A named list of items.
public struct Checklist: Identifiable, Hashable, Sendable {
    /// The number of a checklist.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again, not even after the list is deleted.
    public package(set) var id: ID
    /// 1 to 200 characters, trimmed, without control characters. Two lists may share one.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// How many items the list has. Kept with every change, never counted for a request.
    public var itemsCount: Int
    /// How many of them are not checked.
    public var uncheckedItemsCount: Int
    /// Who may do what on it, in the order in which they came; at least one owns it.
    public var members: [Member]
    /// Links that let in whoever holds them.
    public var links: [ListLink] = []
    /// On which days its items are all unchecked.
    public var resetRule: ResetRule?
    /// When that is next.
    package var resetAt: Timestamp?
    /// What calendar programs say of it.
    public var collection: CalendarCollection? {
        get { boxedCollection?.value }
        set { boxedCollection = newValue.map(Boxed.init) }
    }
    /// When the list was made.
    public package(set) var createdAt: Timestamp
    /// When its name, its icon or its collection last changed; what happens to its items does not count.
    public var updatedAt: Timestamp
    /// When anything of it last changed that a client sees, its counts included.
    public var changedAt: Timestamp
    /// Who changed it last; `nil` for the service itself.
    public var changedBy: Principal?
    /// The change by which it was made, or came back from the trash.
    public var createdIn: Revision
    /// The change by which its name, its icon or its collection last changed.
    public var updatedIn: Revision
    /// The change that last touched anything a client sees of the list, its counts included.
    public var revision: Revision
    private var boxedCollection: Boxed<CalendarCollection>?

    /// A list as it is kept.
    public init(
        id: ID, name: String, icon: Icon, itemsCount: Int = 0, uncheckedItemsCount: Int = 0,
        members: [Member] = [Member(.first, .own)],
        createdAt: Timestamp, updatedAt: Timestamp, changedAt: Timestamp? = nil,
        changedBy: Principal? = .first, createdIn: Revision? = nil, updatedIn: Revision? = nil,
        revision: Revision
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.itemsCount = itemsCount
        self.uncheckedItemsCount = uncheckedItemsCount
        self.members = members
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.changedAt = changedAt ?? updatedAt
        self.changedBy = changedBy
        self.createdIn = createdIn ?? revision
        self.updatedIn = updatedIn ?? revision
        self.revision = revision
    }

    /// The line under the list's name: `(No Item)`, `All Done!` or `2 Remaining`.
    public var summary: String {
        if itemsCount == 0 { return "(No Item)" }
        return uncheckedItemsCount == 0 ? "All Done!" : "\(uncheckedItemsCount) Remaining"
    }
}

/// What somebody who makes a checklist says of it.
public struct ChecklistDraft: Hashable, Sendable {
    /// The name as given; `validated()` trims it.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// When its items are unchecked.
    public var resetRule: ResetRuleDraft?
    /// What calendar programs say of it.
    public var collection: CalendarCollection?

    /// A list that is yet to be made.
    public init(name: String, icon: Icon = .folder) {
        self.name = name
        self.icon = icon
    }
}

/// What a change of a checklist names; `nil` stays as it is.
public struct ChecklistPatch: Hashable, Sendable {
    /// The new name, if it changes.
    public var name: String?
    /// The new icon, if it changes.
    public var icon: Icon?
    /// When its items are unchecked, or that they are not.
    public var resetRule: ResetRuleDraft??
    /// What calendar programs say of it now.
    public var collection: CalendarCollection?
    /// The properties that calendar programs of the member who makes the change set, for this member alone.
    public var calendarProperties: [DeadProperty]?

    /// Whether it changes nothing for other members.
    var isPersonal: Bool {
        var other = ChecklistPatch()
        other.calendarProperties = calendarProperties
        return calendarProperties != nil && self == other
    }

    /// A change of what is named.
    public init(name: String? = nil, icon: Icon? = nil) {
        self.name = name
        self.icon = icon
    }
}
