import Checklists
import Dates
import Records
import SQL

extension Item: BatchRow {
    static var blankDraft: Content { .blank }

    static let table = Table<Item>("items", batchColumns.map(\.column))

    static let batchColumns: [BatchColumn<Item>] = [
        BatchColumn("id", in: .fixed, \.id) { $0.id = $1 },
        BatchColumn("checklist_id", \.checklistID) { $0.checklistID = $1 },
        BatchColumn("text", in: .texts, \.text) { $0.text = $1 },
        BatchColumn("notes", in: .texts, \.notes) { $0.notes = $1 },
        BatchColumn(derived: "text_key", in: .texts) { TextOrder.key(of: $0.text) },
        BatchColumn(derived: "folded", in: .texts, \.foldedText),
        BatchColumn(derived: "stored_bytes", in: .texts, \.storedBytes),
        BatchColumn("checked", \.checked) { $0.checked = $1 },
        BatchColumn("important", \.important) { $0.important = $1 },
        BatchColumn("due_date", \.dueDate) { $0.dueDate = $1 },
        BatchColumn(derived: "is_timed", \.isTimed),
        BatchColumn("should_remind", \.shouldRemind) { $0.shouldRemind = $1 },
        BatchColumn("snoozed_until", \.snoozedUntil) { $0.snoozedUntil = $1 },
        BatchColumn("remind_at", \.remindAt) { $0.remindAt = $1 }.onlyRead(
            as: "(SELECT remind_at FROM reminders AS its WHERE its.owner_id = $1 AND its.id = items.id)"),
        // Earlier versions do not read `series`. Their writes leave `series_revision` behind `revision`, and
        // `series` is ignored then.
        BatchColumn("timing", { $0.storedTiming }) { $0.timing = try $1.map { Boxed(try $0.value()) } },
        BatchColumn("series", { $0.storedSeries }) { item, series in
            guard let series, let timing = item.timing?.value else { return }
            item.timing = Boxed(timing.with(try series.value()))
        }
        .selected(as: "CASE series_revision WHEN revision THEN series END"),
        BatchColumn(derived: "series_revision") {
            $0.hasTiming && $0.timing.onlySeries != nil ? $0.revision : nil
        },
        BatchColumn("location", { JSONColumn($0.location) }) {
            $0.location = try $1.map { Boxed(try $0.value()) }
        },
        BatchColumn("details", { $0.hasDetails ? JSONColumn($0.details) : nil }) {
            $0.details = try $1.map { Boxed(try $0.value()) }
        },
        BatchColumn(derived: "parent_id", \.parentID),
        BatchColumn(derived: "parent_position") { $0.parentID == nil ? nil : $0.anchorPosition },
        BatchColumn(derived: "section_id") { $0.sectionID?.rawValue },
        BatchColumn(derived: "tag_keys") { $0.tags.isEmpty ? nil : JSONColumn($0.tags.map(Tag.key)) },
        BatchColumn(derived: "start_date") { $0.hasDetails ? $0.details.startDate : nil },
        BatchColumn(derived: "start_on") { $0.hasDetails ? $0.details.startOn?.text : nil },
        BatchColumn("assignee_id", \.assigneeID) { $0.assigneeID = $1 },
        BatchColumn("position", \.position) { $0.position = $1 },
        BatchColumn("checked_at", \.checkedAt) { $0.checkedAt = $1 },
        BatchColumn("created_at", in: .fixed, \.createdAt) { $0.createdAt = $1 },
        BatchColumn("updated_at", \.updatedAt) { $0.updatedAt = $1 },
        BatchColumn("changed_at", { $0.changedAt == $0.updatedAt ? nil : $0.changedAt }) {
            $0.changedAt = $1 ?? $0.updatedAt
        },
        BatchColumn("changed_by_person", { $0.changedBy?.columns.person }) {
            $0.changedBy = Principal(person: $1, on: $0.checklistID)
        },
        BatchColumn("changed_by_device", { $0.changedBy?.columns.device }) {
            $0.changedBy = $0.changedBy?.with(device: $1)
        },
        BatchColumn("created_in", in: .fixed, { $0.createdIn as Revision? }) { $0.createdIn = $1 ?? .zero },
        BatchColumn("uid", in: .fixed, \.uid) { $0.uid = $1 },
        BatchColumn("calendar_object", in: .calendarObject, { $0.sentObject?.text }) {
            $0.calendarObject = $1.map { Boxed(CalendarObject(text: $0)) }
        },
        BatchColumn("resource_name", in: .calendarObject, { $0.sentObject?.name }) { item, name in
            guard let name, var object = item.calendarObject?.value else { return }
            object.name = name
            item.calendarObject = Boxed(object)
        },
        BatchColumn("revision", \.revision) { $0.revision = $1 },
    ]

    private var storedTiming: JSONColumn? { hasTiming ? JSONColumn(timing.withoutSeries) : nil }

    private var storedSeries: JSONColumn? { hasTiming ? JSONColumn(timing.onlySeries) : nil }

    /// The calendar object. `hasCalendarObject` is faster than reading it.
    private var sentObject: CalendarObject? { hasCalendarObject ? calendarObject : nil }

    /// The search text: the folded text, notes and tags, separated by U+0001, which no text contains.
    private var foldedText: String {
        var bytes = Folding.bytes(of: text)
        for text in [notes] + (hasDetails ? tags : []) where !text.isEmpty {
            bytes.append(1)
            bytes += Folding.bytes(of: text)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Principal {
    /// The author's columns. A guest has person 0 and the number of the share link.
    var columns: (person: Int, device: Int?) {
        switch self {
        case .person(let id, let device): (id.rawValue, device?.rawValue)
        case .guest(let link, on: _): (0, link.rawValue)
        }
    }

    /// The author from the column of the person; `nil` for the server. `with(device:)` adds the device or the
    /// share link.
    init?(person: Int?, on list: Checklist.ID) {
        guard let person else { return nil }
        self =
            person == 0
            ? .guest(ListLink.ID(rawValue: 0), on: list) : .person(Person.ID(rawValue: person), device: nil)
    }

    /// Adds the device or the share link; `nil` for a guest without a link.
    func with(device: Int?) -> Principal? {
        switch self {
        case .person(let id, _): .person(id, device: device.map(Device.ID.init))
        case .guest(_, let list): device.map { .guest(ListLink.ID(rawValue: $0), on: list) }
        }
    }
}
