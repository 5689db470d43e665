import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A todo.txt file")
struct TodoTxtReaderTests {
    static let file = """
        (A) 2026-11-01 Call Mum +Family @phone due:2026-12-01 rec:+1w t:2026-11-30
        (B) Thank @Ada for the meatballs +Family +Dinner note:later
        x 2026-11-02 2026-11-01 (A) Pay rent +Home_office
        x 2026-11-03 Sweep pri:C h:1

        Build a shed +Garden id:7
        Buy wood https://example.com/a:b at 12:30 p:7
        Stretch rec:5b due:2026-12-04
        +Garden @soon
        """

    private func plan(_ text: String) throws -> ImportPlan {
        try ForeignFormat.todoTxt.plan(of: Array(text.utf8), .fixed())
    }

    @Test("has a list for each project")
    func lists() throws {
        let plan = try plan(Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["Family", "Home office", "Imported", "Garden"])
        #expect(
            plan.checklists.map { $0.items.map(\.draft.text) } == [
                ["Call Mum", "Thank Ada for the meatballs"], ["Pay rent"], ["Sweep", "Stretch"],
                ["Build a shed", "Buy wood https://example.com/a:b at 12:30", "+Garden @soon"],
            ])
        #expect(plan.checklists.last?.items.map(\.parent) == [nil, 0, nil])
    }

    @Test("has dates, priorities, recurrences and tags")
    func fields() throws {
        let plan = try plan(Self.file)
        try #require(plan.checklists.count == 4)
        let call = plan.checklists[0].items[0]
        #expect(call.draft.important == true)
        #expect(call.draft.dueOn == CivilDate("2026-12-01"))
        #expect(call.draft.patch.details.startOn == CivilDate("2026-11-30"))
        #expect(call.draft.recurrence == Recurrence(try RecurrenceRule("FREQ=WEEKLY")))
        #expect(call.draft.patch.details.tags == ["phone"])
        #expect(call.createdAt == LocalTime.utc.beginning(of: try #require(CivilDate("2026-11-01"))))
        let thank = plan.checklists[0].items[1].draft
        #expect(thank.patch.details.tags == ["Ada", "Dinner"])
        #expect(thank.notes == "Priority: B\nnote: later")
        let paid = plan.checklists[1].items[0]
        #expect(paid.draft.isChecked)
        #expect(paid.draft.important == true)
        #expect(paid.checkedAt == LocalTime.utc.beginning(of: try #require(CivilDate("2026-11-02"))))
        #expect(plan.checklists[2].items[0].draft.notes == "Priority: C")
        #expect(
            plan.checklists[2].items[1].draft.recurrence
                == Recurrence(try RecurrenceRule("FREQ=WEEKLY"), from: .completion))
        #expect(plan.notes.first.contains(ImportNote("line 4", "h", .notSupported, "1")))
    }

    @Test(
        "keeps words that only look like fields",
        arguments: [
            "xylophone", "(a) lower", "1 + 1 @ home", "at 12:30", "see http://a.b/c", "note:later now",
        ])
    func words(text: String) throws {
        let draft = try plan(text).checklists[0].items[0].draft
        #expect(draft.text == text)
        #expect(draft.notes == nil)
    }

    @Test("keeps a parent that is on another list in the notes")
    func parents() throws {
        let plan = try plan("a +One id:1\nb +Two p:1\nc p:1\nd +One p:9")
        #expect(plan.checklists.map { $0.items.map(\.draft.text) } == [["a", "c", "d"], ["b"]])
        #expect(plan.checklists[0].items.map(\.parent) == [nil, 0, nil])
        #expect(plan.checklists[1].items[0].draft.notes == "Parent: 1")
    }
}
