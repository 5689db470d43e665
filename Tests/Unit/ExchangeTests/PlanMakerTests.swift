import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A plan")
struct PlanMakerTests {
    private let settings = ImportSettings.fixed()

    private func plan(_ items: [ForeignItem]) throws -> ImportPlan {
        var document = ForeignDocument(settings)
        var list = ForeignList(name: "Home")
        list.items = items
        document.lists = [list]
        return try ImportPlan(of: document)
    }

    @Test("has one level of subtasks, and reports deeper ones")
    func depth() throws {
        var items = ["A", "B", "C"].map { ForeignItem(at: $0, text: $0) }
        items[1].parent = 0
        items[2].parent = 1
        let plan = try plan(items)
        #expect(plan.checklists[0].items.map(\.parent) == [nil, 0, 0])
        #expect(plan.notes.first == [ImportNote("C", "", .nested)])
    }

    @Test("puts parents before their subtasks, and breaks cycles")
    func order() throws {
        var items = ["child", "parent", "one", "other"].map { ForeignItem(at: $0, text: $0) }
        items[0].parent = 1
        items[2].parent = 3
        items[3].parent = 2
        let list = try plan(items).checklists[0]
        #expect(list.items.map(\.draft.text) == ["parent", "child", "one", "other"])
        #expect(list.items.map(\.parent) == [nil, 0, nil, 2])
    }

    @Test("keeps what no field has in the notes")
    func others() throws {
        var item = ForeignItem(at: "row 2", text: "Call")
        item.keep("Assigned to", "Ada")
        item.draft.addLine("At noon.")
        let plan = try plan([item])
        #expect(plan.checklists[0].items[0].draft.notes == "At noon.\nAssigned to: Ada")
        #expect(plan.notes.first == [ImportNote("row 2", "Assigned to", .keptInNotes, "Ada")])
    }

    @Test("reads dates in words, and keeps those that it does not understand")
    func words() throws {
        var items = ["tomorrow", "every blue moon"].map { words in
            var item = ForeignItem(at: words, text: "Water")
            (item.dueWords, item.dueField) = ((words, .english), "DATE")
            return item
        }
        items[0].draft.timeZone = "Europe/Berlin"
        let plan = try plan(items)
        let drafts = plan.checklists[0].items.map(\.draft)
        #expect(drafts[0].dueOn == CivilDate(year: 2026, month: 12, day: 2))
        #expect(drafts[1].dueOn == nil)
        #expect(drafts[1].notes == "DATE: every blue moon")
    }

    @Test("keeps the notes where an added line exceeds their limit")
    func longNotes() throws {
        var item = ForeignItem(at: "row 2", text: "Call")
        item.draft.notes = String(repeating: "x", count: Limits.notesCharactersMax)
        item.draft.recurrence = Recurrence(.daily)
        let plan = try plan([item])
        #expect(plan.checklists[0].items[0].draft.notes?.count == Limits.notesCharactersMax)
        #expect(plan.notes.first.map(\.code) == [.keptInNotes, .shortened])
    }

    @Test("keeps the recurrence of an item whose date is in words")
    func wordsAndRecurrence() throws {
        var item = ForeignItem(at: "row 2", text: "Milk")
        item.dueWords = ("tomorrow", .english)
        item.draft.recurrence = Recurrence(.daily)
        let draft = try plan([item]).checklists[0].items[0].draft
        #expect(draft.dueOn == CivilDate(year: 2026, month: 12, day: 2))
        #expect(draft.recurrence == Recurrence(.daily))
    }

    @Test("has one section of a name, and reports the second one")
    func sections() throws {
        var document = ForeignDocument(settings)
        var list = ForeignList(name: "Home", place: "/0")
        list.sections = ["Doing", "Doing"]
        list.items = [ForeignItem(at: "1", text: "A")]
        document.lists = [list]
        let plan = try ImportPlan(of: document)
        #expect(plan.checklists[0].sections == ["Doing"])
        #expect(plan.notes.first == [ImportNote("/0", "section", .converted, "Doing")])
    }

    @Test("without an item is an error that names the formats")
    func empty() {
        #expect(throws: ImportError.self) { try plan([ForeignItem(at: "row 1")]) }
    }
}
