/// A named list of items.
///
/// Most changes of a list only count an item. They copy `Activity` and share `Settings` with the previous
/// state.
public struct Checklist: Identifiable, Hashable, Sendable {
    /// The number of a checklist.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused after the list is deleted.
    @inlinable public var id: ID { settings.content.id }
    /// 1 to 200 characters, trimmed, without control characters. Names are not unique.
    public var name: String {
        get { settings.content.name }
        set { change { $0.name = newValue } }
    }
    /// The picture beside the name.
    public var icon: Icon {
        get { settings.content.icon }
        set { change { $0.icon = newValue } }
    }
    /// The UUID that the client chose; `nil` without one.
    public var uid: ClientUID? {
        get { settings.content.uid }
        set { change { $0.uid = newValue } }
    }
    /// The people on the list with their roles, in the order in which they joined; at least one owner.
    public var members: [Member] {
        get { settings.content.members }
        set { change { $0.members = newValue } }
    }
    /// Share links and offers of ownership.
    public var links: [ListLink] {
        get { settings.content.links }
        set { change { $0.links = newValue } }
    }
    /// When the server unchecks all items; `nil` for never.
    public var resetRule: ResetRule? {
        get { settings.content.resetRule }
        set { change { $0.resetRule = newValue } }
    }
    /// The time of the next reset.
    package var resetAt: Timestamp? {
        get { settings.content.resetAt }
        set { change { $0.resetAt = newValue } }
    }
    /// The resource name and dead properties from CalDAV clients.
    public var collection: CalendarCollection? {
        get { settings.content.collection }
        set { change { $0.collection = newValue } }
    }
    /// The sections.
    public var sections: Sections {
        get { settings.content.sections ?? Sections() }
        set { change { $0.sections = newValue == Sections() ? nil : newValue } }
    }
    /// The tasks that calendar apps named before the list had them.
    package var awaited: AwaitedTasks {
        get { settings.content.awaited ?? AwaitedTasks() }
        set { change { $0.awaited = newValue.isEmpty ? nil : newValue } }
    }
    /// The announcements of the last hour, and older ones until the next announcement.
    package var announcements: [Announcement] {
        get { settings.content.announcements }
        set { change { $0.announcements = newValue } }
    }
    /// The time of creation.
    public package(set) var createdAt: Timestamp {
        get { settings.content.createdAt }
        set { change { $0.createdAt = newValue } }
    }
    /// The last change of the name, icon, collection or sections. Changes of items do not count.
    public var updatedAt: Timestamp {
        get { settings.content.updatedAt }
        set { change { $0.updatedAt = newValue } }
    }
    /// The revision that created the list or restored it from the trash.
    public var createdIn: Revision {
        get { settings.content.createdIn }
        set { change { $0.createdIn = newValue } }
    }
    /// The revision that last changed the name, icon, collection or sections.
    public var updatedIn: Revision {
        get { settings.content.updatedIn }
        set { change { $0.updatedIn = newValue } }
    }

    /// The counts, and the last change.
    package var activity: Activity
    /// All other fields. A change of an item shares them with the previous state of the list.
    @usableFromInline var settings: Settings

    /// Creates a checklist from its stored fields.
    public init(
        id: ID, name: String, icon: Icon, itemsCount: Int = 0, uncheckedItemsCount: Int = 0,
        members: [Member] = [Member(.first, .own)],
        createdAt: Timestamp, updatedAt: Timestamp, changedAt: Timestamp? = nil,
        changedBy: Principal? = .first, createdIn: Revision? = nil, updatedIn: Revision? = nil,
        revision: Revision
    ) {
        activity = Activity(
            itemsCount: itemsCount, uncheckedItemsCount: uncheckedItemsCount,
            changedAt: changedAt ?? updatedAt, changedBy: changedBy, revision: revision)
        settings = Settings(
            Content(
                id: id, name: name, icon: icon, members: members, createdAt: createdAt, updatedAt: updatedAt,
                createdIn: createdIn ?? revision, updatedIn: updatedIn ?? revision))
    }

    /// Whether the list has sections, or had some. This is faster than reading `sections`.
    public var hasSections: Bool { settings.content.sections != nil }

    /// Whether tasks wait for others that their app named. This is faster than reading `awaited`.
    package var awaitsTasks: Bool { settings.content.awaited != nil }

    /// The line under the list's name: `(No Item)`, `All Done!` or `2 Remaining`.
    public var summary: String {
        if itemsCount == 0 { return "(No Item)" }
        return uncheckedItemsCount == 0 ? "All Done!" : "\(uncheckedItemsCount) Remaining"
    }
}

// MARK: Activity

extension Checklist {
    /// The fields that a change of an item writes to its list.
    package struct Activity: Hashable, Sendable {
        package var itemsCount: Int
        package var uncheckedItemsCount: Int
        package var changedAt: Timestamp
        package var changedBy: Principal?
        package var revision: Revision
    }

    /// The number of items. Every change maintains it, so that reads do not count.
    public var itemsCount: Int {
        get { activity.itemsCount }
        set { activity.itemsCount = newValue }
    }
    /// The number of unchecked items.
    public var uncheckedItemsCount: Int {
        get { activity.uncheckedItemsCount }
        set { activity.uncheckedItemsCount = newValue }
    }
    /// The last change of anything that a client sees, including the counts.
    public var changedAt: Timestamp {
        get { activity.changedAt }
        set { activity.changedAt = newValue }
    }
    /// The author of the last change; `nil` for the server itself.
    public var changedBy: Principal? {
        get { activity.changedBy }
        set { activity.changedBy = newValue }
    }
    /// The revision that last changed anything that a client sees, including the counts.
    public var revision: Revision {
        get { activity.revision }
        set { activity.revision = newValue }
    }
}

// MARK: Settings

extension Checklist {
    public static func == (left: Checklist, right: Checklist) -> Bool {
        left.activity == right.activity
            && (left.settings === right.settings || left.settings.content == right.settings.content)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(activity)
        hasher.combine(settings.content)
    }

    /// Whether both states share one `Settings` object, so that they differ at most in their activity. Equal
    /// settings in two objects give `false`.
    package func sharesSettings(with other: Checklist) -> Bool { settings === other.settings }

    /// Changes a copy of the settings.
    private mutating func change(_ body: (inout Content) -> Void) {
        var content = settings.content
        body(&content)
        settings = Settings(content)
    }

    package init(_ content: Content, _ activity: Activity) {
        settings = Settings(content)
        self.activity = activity
    }

    /// All fields besides the activity. The setter allocates a new `Settings` object.
    package var content: Content {
        get { settings.content }
        set { settings = Settings(newValue) }
    }

    /// The fields of a list that most changes of its items leave as they are.
    @usableFromInline package struct Content: Hashable, Sendable {
        @usableFromInline package var id: ID
        package var name: String
        package var icon: Icon
        package var uid: ClientUID?
        package var members: [Member]
        package var links: [ListLink] = []
        package var resetRule: ResetRule?
        package var resetAt: Timestamp?
        package var collection: CalendarCollection?
        /// `nil` for a list without sections that never had any.
        package var sections: Sections?
        /// `nil` if no task waits.
        package var awaited: AwaitedTasks?
        package var announcements: [Announcement] = []
        package var createdAt: Timestamp
        package var updatedAt: Timestamp
        package var createdIn: Revision
        package var updatedIn: Revision
    }

    /// The UUID that a client chose for a list before it had an identifier. It is unique among the lists that
    /// its person created.
    public struct ClientUID: Hashable, Sendable {
        /// The UUID.
        public var text: String
        /// The person who created the list.
        package var personID: Person.ID

        package init(_ text: String, of person: Person.ID) { (self.text, personID) = (text, person) }

        /// The key by which stores find the list among secrets: longer than a digest, so that no secret can
        /// stand for it.
        package var key: [UInt8] { Array("list that person \(personID) created with the UUID \(text)".utf8) }
    }

    /// The keys by which stores find the list: the secrets of its links, and its UUID.
    package var secretKeys: [[UInt8]] {
        links.map(\.secretDigest) + (uid.map { [$0.key] } ?? [])
    }

    @usableFromInline final class Settings: Sendable {
        @usableFromInline let content: Content

        init(_ content: Content) { self.content = content }
    }
}
