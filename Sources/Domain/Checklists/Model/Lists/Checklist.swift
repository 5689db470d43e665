/// A named list of items.
public struct Checklist: Identifiable, Hashable, Sendable {
    /// The number of a checklist.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused after the list is deleted.
    public package(set) var id: ID
    /// 1 to 200 characters, trimmed, without control characters. Names are not unique.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// The number of items. Every change maintains it, so that reads do not count.
    public var itemsCount: Int
    /// The number of unchecked items.
    public var uncheckedItemsCount: Int
    /// The people on the list with their roles, in the order in which they joined; at least one owner.
    public var members: [Member]
    /// Share links and offers of ownership.
    public var links: [ListLink] {
        get { rare?.value.links ?? [] }
        set { rare.set(newValue.isEmpty, in: Rare()) { $0.links = newValue } }
    }
    /// When the server unchecks all items; `nil` for never.
    public var resetRule: ResetRule? {
        get { rare?.value.resetRule }
        set { rare.set(newValue == nil, in: Rare()) { $0.resetRule = newValue } }
    }
    /// The time of the next reset.
    package var resetAt: Timestamp?
    /// The resource name and dead properties from CalDAV clients.
    public var collection: CalendarCollection? {
        get { rare?.value.collection }
        set { rare.set(newValue == nil, in: Rare()) { $0.collection = newValue } }
    }
    /// The sections.
    public var sections: Sections {
        get { rare?.value.sections ?? Sections() }
        set {
            let isUnset = newValue == Sections()
            rare.set(isUnset, in: Rare()) { $0.sections = isUnset ? nil : newValue }
        }
    }
    /// The tasks that calendar apps named before the list had them.
    package var awaited: AwaitedTasks {
        get { rare?.value.awaited ?? AwaitedTasks() }
        set { rare.set(newValue.isEmpty, in: Rare()) { $0.awaited = newValue.isEmpty ? nil : newValue } }
    }
    /// The announcements of the last hour, and older ones until the next announcement.
    package var announcements: [Announcement] {
        get { rare?.value.announcements ?? [] }
        set { rare.set(newValue.isEmpty, in: Rare()) { $0.announcements = newValue } }
    }
    /// The time of creation.
    public package(set) var createdAt: Timestamp
    /// The last change of the name, icon, collection or sections. Changes of items do not count.
    public var updatedAt: Timestamp
    /// The last change of anything that a client sees, including the counts.
    public var changedAt: Timestamp
    /// The author of the last change; `nil` for the server itself.
    public var changedBy: Principal?
    /// The revision that created the list or restored it from the trash.
    public var createdIn: Revision
    /// The revision that last changed the name, icon, collection or sections.
    public var updatedIn: Revision
    /// The revision that last changed anything that a client sees, including the counts.
    public var revision: Revision
    private var rare: Boxed<Rare>?

    /// Creates a checklist from its stored fields.
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

    /// Whether the list has sections, or had some. This is faster than reading `sections`.
    public var hasSections: Bool { rare?.value.sections != nil }

    /// Whether tasks wait for others that their app named. This is faster than reading `awaited`.
    package var awaitsTasks: Bool { rare?.value.awaited != nil }

    /// The line under the list's name: `(No Item)`, `All Done!` or `2 Remaining`.
    public var summary: String {
        if itemsCount == 0 { return "(No Item)" }
        return uncheckedItemsCount == 0 ? "All Done!" : "\(uncheckedItemsCount) Remaining"
    }
}

extension Checklist {
    /// The fields that few lists have. They are behind one reference, because an operation copies its list
    /// some 20 times, and each reference of a copy is counted.
    fileprivate struct Rare: Hashable, Sendable {
        var links: [ListLink] = []
        var resetRule: ResetRule?
        var collection: CalendarCollection?
        var sections: Sections?
        var awaited: AwaitedTasks?
        var announcements: [Announcement] = []
    }
}

/// The fields of a checklist to create.
public struct ChecklistDraft: Hashable, Sendable {
    /// The name as sent; `validated()` trims it.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// When the server unchecks all items; `nil` for never.
    public var resetRule: ResetRuleDraft?
    /// The resource name and dead properties from a CalDAV client.
    public var collection: CalendarCollection?
    /// Whether the list remembers the sections of texts.
    public var remembersSections = true
    /// The position of the list in the order of its owner, from a CalDAV client.
    public var position: Int?

    /// Creates a draft without a reset rule.
    public init(name: String, icon: Icon = .folder) {
        self.name = name
        self.icon = icon
    }
}

/// A partial update of a checklist; `nil` leaves a field unchanged.
public struct ChecklistPatch: Hashable, Sendable {
    /// The new name.
    public var name: String?
    /// The new icon.
    public var icon: Icon?
    /// The new reset rule; `.some(nil)` removes it.
    public var resetRule: ResetRuleDraft??
    /// The new resource name and dead properties.
    public var collection: CalendarCollection?
    /// Whether the list remembers the sections of texts.
    public var remembersSections: Bool?
    /// The new dead properties of the calling member, which other members do not see.
    public var calendarProperties: [DeadProperty]?
    /// The new position of the list in the order of the calling member.
    public var position: Int?

    /// Whether the patch changes nothing that other members see.
    var isPersonal: Bool {
        var other = ChecklistPatch()
        (other.calendarProperties, other.position) = (calendarProperties, position)
        return ofMember && self == other
    }

    /// Whether the patch changes the settings of the calling member.
    var ofMember: Bool { calendarProperties != nil || position != nil }

    /// Creates a patch of the name and the icon.
    public init(name: String? = nil, icon: Icon? = nil) {
        self.name = name
        self.icon = icon
    }
}
