import Checklists
import Dates

@testable import Exchange

/// What a format says of an item. A test clears the fields that the format does not have.
struct SaidItem: Hashable {
    var text: String
    var notes: String
    var isChecked: Bool
    var isImportant: Bool
    var due: Due?
    var start: Due?
    var timeZone: String?
    var recurrence: Recurrence?
    var alarms: Set<Alarm>
    var repeatEvery: Int?
    var tags: [String]
    var quantity: Quantity?
    var unit: String?
    var location: Location?
    var section: String?
    /// The text of the parent.
    var parent: String?
    var createdOn: CivilDate?
    var checkedOn: CivilDate?

    init(_ item: Item, on list: (checklist: Checklist, items: [Item])) {
        let (timing, details) = (item.timing, item.details)
        (text, notes) = (item.text, item.notes)
        (isChecked, isImportant) = (item.checked, item.important)
        (due, start) = (item.due, Due(startOf: item))
        (timeZone, recurrence, repeatEvery) = (timing.timeZone, timing.recurrence, timing.repeatEvery)
        alarms = Set(timing.alarms + (item.shouldRemind ? [.offset(0)] : []))
        (tags, quantity, unit) = (details.tags, details.quantity, details.unit)
        location = item.location
        section = details.sectionID.flatMap { list.checklist.sections[$0]?.name }
        parent = list.items.first { $0.id == details.parentID }?.text
        createdOn = RandomLists.zone.day(of: item.createdAt)
        checkedOn = item.checkedAt.map { RandomLists.zone.day(of: $0) }
    }

    init(_ item: ImportedItem, on list: ImportedChecklist) {
        let draft = item.draft
        let foreign = {
            var foreign = ForeignItem(at: "")
            foreign.draft = draft
            return foreign
        }()
        (text, notes) = (draft.text, draft.notes ?? "")
        (isChecked, isImportant) = (draft.isChecked, draft.important ?? false)
        (due, start) = (foreign.due, foreign.start)
        (timeZone, recurrence, repeatEvery) = (draft.timeZone, draft.recurrence, draft.repeatEvery)
        alarms = Set((draft.alarms ?? []) + (draft.shouldRemind == true ? [.offset(0)] : []))
        tags = draft.patch.details.tags ?? []
        quantity = draft.patch.details.quantity ?? nil
        unit = draft.patch.details.unit ?? nil
        location = draft.location
        section = item.section.map { list.sections[$0] }
        parent = item.parent.map { list.items[$0].draft.text }
        createdOn = item.createdAt.map { RandomLists.zone.day(of: $0) }
        checkedOn = item.checkedAt.map { RandomLists.zone.day(of: $0) }
    }
}
