import Dates
import Footprints
import Testing

@testable import Checklists

@Suite struct `The size of an operation` {
    private let list = Checklist.ID(rawValue: 1)

    @Test func `counts a draft that comes again for several`() throws {
        var drafts = [ItemDraft(text: "A"), ItemDraft(text: "B")]
        drafts[1].recurrence = Recurrence(try RecurrenceRule("FREQ=DAILY"))
        var footprint = Footprint(now: Timestamp(milliseconds: 0), nextRevision: .zero)
        let plain = AddItems(drafts: [drafts[0]], checklistID: list).size(in: &footprint)
        let series = AddItems(drafts: drafts, checklistID: list).size(in: &footprint)
        #expect(plain == 1)
        #expect(series == 2 + Limits.itemsPerSeries)
    }

    @Test func `is limited, with the limit named`() {
        let moment = Timestamp(milliseconds: 0)
        var checklist = Checklist(
            id: list, name: "L", icon: .folder, itemsCount: Limits.itemsChangedMax, uncheckedItemsCount: 0,
            members: [], createdAt: moment, updatedAt: moment, changedBy: nil, revision: .zero)
        #expect(throws: Never.self) { try checklist.checkChangesAtOnce() }
        checklist.itemsCount += 1
        #expect {
            try checklist.checkChangesAtOnce()
        } throws: { error in
            guard case .conflict(let violations)? = error as? ChecklistsError else { return false }
            return violations.count == 1 && violations[0].detail.contains("250000 items")
        }
    }
}
