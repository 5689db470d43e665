import Checklists
import Records
import SQL

extension Checklist: BatchRow {
    /// The parts of a list that is read from a row.
    struct Parts {
        var content = Checklist.blank.content
        var activity = Checklist.blank.activity
    }

    static var blankDraft: Parts { Parts() }

    init(_ draft: Parts) { self.init(draft.content, draft.activity) }

    static let table = Table<Checklist>("checklists", batchColumns.map(\.column))

    static let batchColumns: [BatchColumn<Checklist>] = [
        BatchColumn("id", in: .fixed, \.id) { $0.content.id = $1 },
        BatchColumn("name", in: .naming, \.name) { $0.content.name = $1 },
        BatchColumn(derived: "name_key", in: .naming) { TextOrder.key(of: $0.name) },
        BatchColumn(derived: "name_folded", in: .naming) { Folding.text(of: $0.name) },
        BatchColumn("icon", in: .naming, \.icon.rawValue) { $0.content.icon = Icon(rawValue: $1) ?? .folder },
        BatchColumn("items_count", \.itemsCount) { $0.activity.itemsCount = $1 },
        BatchColumn("unchecked_items_count", \.uncheckedItemsCount) { $0.activity.uncheckedItemsCount = $1 },
        BatchColumn("members", in: .sharing, \.storedMembers) { list, members in
            if let members { list.content.members = try members.value() }
        },
        BatchColumn("links", in: .sharing, { JSONColumn($0.links.isEmpty ? nil : $0.links) }) { list, links in
            if let links { list.content.links = try links.value() }
        },
        BatchColumn("reset_rule", in: .reset, { JSONColumn($0.resetRule) }) {
            $0.content.resetRule = try $1?.value()
        },
        BatchColumn("reset_at", in: .reset, \.resetAt) { $0.content.resetAt = $1 },
        BatchColumn("collection", in: .naming, { JSONColumn($0.collection) }) {
            $0.content.collection = try $1?.value()
        },
        // Before version 15 these were the bytes of the collection alone.
        BatchColumn(derived: "collection_bytes", \.partBytes),
        BatchColumn("member_properties", in: .sharing, \.storedMemberProperties) { list, members in
            if let members { list.content.readProperties(of: try members.value()) }
        },
        BatchColumn("sections", in: .structure, { $0.hasSections ? JSONColumn($0.sections) : nil }) {
            if let sections = $1 { $0.content.sections = try sections.value() }
        },
        BatchColumn("uid", in: .fixed, { JSONColumn($0.uid) }) { $0.content.uid = try $1?.value() },
        BatchColumn(
            "section_uids", in: .structure,
            { list in
                let uids = list.hasSections ? list.content.sectionUIDs : []
                return uids.isEmpty ? nil : JSONColumn(uids)
            }
        ) { if let uids = $1 { $0.content.sectionUIDs = try uids.value() } },
        BatchColumn("awaited", in: .structure, { $0.awaitsTasks ? JSONColumn($0.awaited) : nil }) {
            if let awaited = $1 { $0.content.awaited = try awaited.value() }
        },
        BatchColumn("member_order", in: .sharing, \.storedOrder) { list, members in
            if let members { list.content.readOrder(of: try members.value()) }
        },
        BatchColumn(
            "announcements", in: .sharing, { JSONColumn($0.announcements.isEmpty ? nil : $0.announcements) }
        ) { list, announcements in
            if let announcements { list.content.announcements = try announcements.value() }
        },
        BatchColumn("created_at", in: .fixed, \.createdAt) { $0.content.createdAt = $1 },
        BatchColumn("updated_at", \.updatedAt) { $0.content.updatedAt = $1 },
        BatchColumn("changed_at", { $0.changedAt == $0.updatedAt ? nil : $0.changedAt }) {
            $0.activity.changedAt = $1 ?? $0.content.updatedAt
        },
        BatchColumn("changed_by_person", { $0.changedBy?.columns.person }) {
            $0.activity.changedBy = Principal(person: $1, on: $0.content.id)
        },
        BatchColumn("changed_by_device", { $0.changedBy?.columns.device }) {
            $0.activity.changedBy = $0.activity.changedBy?.with(device: $1)
        },
        BatchColumn("created_in", in: .fixed, { $0.createdIn as Revision? }) {
            $0.content.createdIn = $1 ?? .zero
        },
        BatchColumn("updated_in", in: .naming, { $0.updatedIn as Revision? }) {
            $0.content.updatedIn = $1 ?? .zero
        },
        BatchColumn("revision", \.revision) { $0.activity.revision = $1 },
    ]

    /// The members without their calendar properties and order, which earlier versions do not read; `nil` if
    /// person 1 is the only member.
    private var storedMembers: JSONColumn? { hasStoredMembers ? JSONColumn(plainMembers) : nil }

    /// Whether it has members other than person 1 as its owner.
    var hasStoredMembers: Bool { plainMembers != [Member(.first, .own)] }

    private var plainMembers: [Member] {
        members.map { member in
            var member = member
            member.calendarProperties = []
            member.preferences.clearOrder()
            return member
        }
    }

    /// The members who placed, pinned or archived the list; `nil` if there are none.
    private var storedOrder: JSONColumn? {
        let some = members.filter(\.preferences.hasOrder).map { member in
            var kept = Member(member.personID, member.role)
            kept.preferences.copyOrder(of: member.preferences)
            return kept
        }
        return some.isEmpty ? nil : JSONColumn(some)
    }

    /// The members that have calendar properties; `nil` if there are none.
    private var storedMemberProperties: JSONColumn? {
        let some = members.filter { !$0.calendarProperties.isEmpty }.map { member in
            var member = member
            member.preferences.clearOrder()
            return member
        }
        return some.isEmpty ? nil : JSONColumn(some)
    }
}

extension Checklist.Content {
    fileprivate mutating func readOrder(of stored: [Member]) {
        for member in stored {
            guard let index = members.firstIndex(where: { $0.personID == member.personID }) else { continue }
            members[index].preferences.copyOrder(of: member.preferences)
        }
    }

    fileprivate mutating func readProperties(of stored: [Member]) {
        for member in stored {
            guard let index = members.firstIndex(where: { $0.personID == member.personID }) else { continue }
            members[index].calendarProperties = member.calendarProperties
        }
    }
}

extension ListPreferences {
    fileprivate var hasOrder: Bool { position != 0 || isPinned || archivedAt != nil }

    fileprivate mutating func copyOrder(of other: ListPreferences) {
        (position, isPinned, archivedAt) = (other.position, other.isPinned, other.archivedAt)
    }

    fileprivate mutating func clearOrder() { copyOrder(of: ListPreferences()) }
}
