package import Checklists
import Dates
package import JSON

extension Checklist: Record {
    package static var blank: Checklist {
        Checklist(
            id: ID(rawValue: 0), name: "", icon: .folder, createdAt: .zero, updatedAt: .zero,
            revision: .unread)
    }

    /// Describes every field except the counts, which the store derives from the items.
    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try describe(&fields, withCounts: false)
    }

    fileprivate mutating func describe<F: Fields & ~Copyable>(
        _ fields: inout F, withCounts: Bool
    ) throws(F.Failure) {
        // The fields lie in a box: it is made once, not for each field.
        var content = content
        try fields.required("id", &content.id)
        try fields.required("name", &content.name)
        try fields.required("icon", &content.icon)
        try fields.optional("uid", &content.uid)
        if withCounts {
            try fields.always("itemsCount", &itemsCount)
            try fields.always("uncheckedItemsCount", &uncheckedItemsCount)
        }
        try fields.field("members", &content.members, unless: [Member(.first, .own)])
        try fields.list("links", &content.links)
        try fields.optional("resetRule", &content.resetRule)
        try fields.optional("resetAt", &content.resetAt)
        try fields.optional("collection", &content.collection)
        try fields.optional("sections", &content.sections)
        try fields.list("sectionUids", &content.sectionUIDs)
        try fields.optional("awaited", &content.awaited)
        try fields.list("announcements", &content.announcements)
        try fields.required("createdAt", &content.createdAt)
        try fields.required("updatedAt", &content.updatedAt)
        try fields.field("changedAt", &changedAt, unless: content.updatedAt)
        var author = Author(principal: changedBy)
        try fields.field("changedBy", &author, unless: .first)
        changedBy = author.on(content.id)
        try fields.field("createdIn", &content.createdIn, unless: revision)
        try fields.field("updatedIn", &content.updatedIn, unless: revision)
        try fields.required("revision", &revision)
        content.createdIn.settle(as: revision)
        content.updatedIn.settle(as: revision)
        self.content = content
    }
}

/// The activity of a list without its counts, which the store derives from the items.
package struct ChecklistTouch: Record, Identifiable, Hashable {
    package private(set) var id: Checklist.ID
    private var changedAt: Timestamp
    private var author: Author
    private var revision: Revision

    package static var blank: ChecklistTouch { ChecklistTouch(.blank) }

    /// The activity of a list.
    package init(_ list: Checklist) {
        id = list.id
        changedAt = list.changedAt
        author = Author(principal: list.changedBy)
        revision = list.revision
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("changedAt", &changedAt)
        try fields.field("changedBy", &author, unless: .first)
        try fields.required("revision", &revision)
    }

    /// Sets the activity of the list.
    package func apply(to list: inout Checklist) {
        list.changedAt = changedAt
        list.changedBy = author.on(id)
        list.revision = revision
    }
}

/// A list with its counts, as an idempotency record stores it.
struct CountedChecklist: Record, Hashable {
    var checklist: Checklist

    static var blank: CountedChecklist { CountedChecklist(checklist: .blank) }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try checklist.describe(&fields, withCounts: true)
    }
}

extension Checklist.ClientUID: Record {
    package static var blank: Checklist.ClientUID { Checklist.ClientUID("", of: .first) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("text", &text)
        try fields.field("personId", &personID, unless: .first)
    }
}

/// The UUID of a section. It is not part of the stored section, whose fields earlier versions know.
package struct SectionUID: Record, Hashable {
    fileprivate var id: Section.ID
    fileprivate var text: String

    package static var blank: SectionUID { SectionUID(id: Section.ID(rawValue: 0), text: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("text", &text)
    }
}

extension Checklist.Content {
    /// The UUIDs of the sections that have one.
    package var sectionUIDs: [SectionUID] {
        get {
            sections?.all.compactMap { section in section.uid.map { SectionUID(id: section.id, text: $0) } }
                ?? []
        }
        set {
            for uid in newValue {
                guard let index = sections?.all.firstIndex(where: { $0.id == uid.id }) else { continue }
                sections?.all[index].uid = uid.text
            }
        }
    }
}

extension CalendarCollection: Record {
    package static var blank: CalendarCollection { CalendarCollection() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("name", &name)
        try fields.list("properties", &properties)
    }
}

extension DeadProperty: Record {
    package static var blank: DeadProperty { DeadProperty(namespace: "", name: "", value: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("namespace", &namespace)
        try fields.required("name", &name)
        try fields.required("value", &value)
    }
}

extension Member: Record {
    package static var blank: Member { Member(Person.ID(rawValue: 0), .view) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("personId", &personID)
        try fields.required("role", &role)
        try fields.field("muted", &preferences.isMuted, unless: false)
        try fields.optional("itemSort", &preferences.order)
        try fields.optional("showChecked", &preferences.showChecked)
        try fields.field("position", &preferences.position, unless: 0)
        try fields.field("pinned", &preferences.isPinned, unless: false)
        try fields.optional("archivedAt", &preferences.archivedAt)
        try fields.list("calendarProperties", &calendarProperties)
        try fields.field("joinedIn", &joinedIn, unless: .zero)
        try fields.field("changedIn", &changedIn, unless: joinedIn)
    }
}

extension ListPreferences {
    fileprivate var order: ItemSort? {
        get { itemSort.map(ItemSort.init) }
        set { itemSort = newValue?.keys }
    }
}

extension ListLink: Record {
    package static var blank: ListLink {
        ListLink(
            id: ID(rawValue: 0), role: .view, secretDigest: [], tokenDigest: [], createdAt: .zero,
            expiresAt: nil)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("role", &role)
        try fields.required("sha256", &secretDigest.digits)
        try fields.required("tokenSha256", &tokenDigest.digits)
        try fields.required("createdAt", &createdAt)
        try fields.optional("expiresAt", &expiresAt)
        try fields.optional("name", &name)
    }
}

extension Announcement: Record {
    package static var blank: Announcement {
        Announcement(.shopping, by: Person.ID(rawValue: 0), at: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.field("kind", &kind, unless: .shopping)
        try fields.required("personId", &personID)
        try fields.required("announcedAt", &announcedAt)
        try fields.required("notifiedIds", &notifiedIDs)
    }
}

extension ResetRule: StoredValue {
    /// The fields of a rule. `rule` is `nil` until it is read.
    private struct Stored: Record {
        var rule: RecurrenceRule?
        var timeZone = ""
        var since = CivilDate(daysSince1970: 0)

        static var blank: Stored { Stored() }

        mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
            try fields.optional("rule", &rule)
            try fields.required("timeZone", &timeZone)
            try fields.required("since", &since)
        }
    }

    package init(from json: inout JSONReader) throws(FormatError) {
        let stored = try Stored(from: &json)
        guard let rule = stored.rule else { throw json.error("the member \"rule\" is missing") }
        self.init(rule, timeZone: stored.timeZone, since: stored.since)
    }

    package func write(to json: inout JSONWriter) {
        Stored(rule: rule, timeZone: timeZone, since: since).write(to: &json)
    }
}
