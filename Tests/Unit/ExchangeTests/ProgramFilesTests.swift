import Checklists
import Dates
import Foundation
import Testing

@testable import Exchange

/// Files that the programs themselves wrote: `Tests/Fixtures/Exchange/make.sh` makes them.
@Suite("A file written by its program")
struct ProgramFilesTests {
    private func plan(_ name: String) throws -> ImportPlan {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/Exchange")
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        guard case .foreign(let format) = try ImportFormat(detecting: UnpackedFile(bytes, .fixed())) else {
            throw ImportError.malformed("The format is one of this service.")
        }
        return try format.plan(of: bytes, .fixed())
    }

    private func draft(_ text: String, in plan: ImportPlan) throws -> ItemDraft {
        let items = plan.checklists.flatMap(\.items)
        return try #require(items.first { $0.draft.text == text }).draft
    }

    @Test("of Taskwarrior keeps projects, dates, repetition, tags and annotations")
    func taskwarrior() throws {
        let plan = try plan("taskwarrior.json")
        #expect(plan.checklists.map(\.draft.name).sorted() == ["Home", "Imported", "Work"])
        let plants = try draft("Water plants", in: plan)
        #expect(plants.dueOn == CivilDate(year: 2026, month: 12, day: 24))
        #expect(plants.important == true)
        #expect(plants.patch.details.tags == ["garden"])
        #expect(plants.notes?.hasSuffix("Use the can") == true)
        #expect(try draft("Weekly report", in: plan).recurrence?.rule.text == "FREQ=WEEKLY")
        #expect(try draft("Old", in: plan).isChecked)
        let waiting = try draft("Depends", in: plan)
        #expect(waiting.patch.details.startOn == CivilDate(year: 2026, month: 12, day: 22))
        #expect(waiting.notes?.contains("Depends on: Water plants") == true)
    }

    @Test("of todo.txt-cli keeps projects, contexts, priority, dates and repetition")
    func todoTxt() throws {
        let plan = try plan("todo.txt")
        #expect(plan.checklists.map(\.draft.name) == ["Family", "Shop", "Home"])
        let call = try draft("Call Mum", in: plan)
        #expect(call.important == true && call.patch.details.tags == ["phone"])
        #expect(call.dueOn == CivilDate(year: 2026, month: 12, day: 1))
        #expect(try draft("Buy milk", in: plan).isChecked)
        #expect(try draft("Rent", in: plan).recurrence?.rule.frequency == .monthly)
    }

    @Test("of org-mode keeps headlines, planning, tags and check boxes")
    func org() throws {
        let plan = try plan("garden.org")
        let list = try #require(plan.checklists.first)
        #expect(list.draft.name == "Garden" && list.sections == ["Beds"])
        #expect(list.items.map(\.draft.text) == ["Water plants", "front", "back", "Clean the pots"])
        #expect(list.items.map(\.parent) == [nil, 0, 0, nil])
        #expect(list.items.map(\.draft.isChecked) == [false, false, true, true])
        let plants = list.items[0].draft
        #expect(plants.important == true && plants.patch.details.tags == ["garden"])
        #expect(plants.dueDate != nil && plants.notes == "Use the can.")
        #expect(plants.patch.details.startOn == CivilDate(year: 2026, month: 11, day: 30))
    }

    @Test("of todoman keeps dates, priority and location")
    func todoman() throws {
        let plan = try plan("todoman.ics")
        let gifts = try draft("Wrap gifts", in: plan)
        #expect(gifts.dueOn == CivilDate(year: 2026, month: 12, day: 24) && gifts.important == true)
        #expect(try draft("Find box", in: plan).location?.street == "Attic")
    }
}
