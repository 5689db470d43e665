import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A Markdown file")
struct MarkdownReaderTests {
    static let file = """
        ---
        tags: [home]
        ---
        # Home

        Some words about the house.

        - [ ] Call the plumber #phone ⏫ 🔁 every week when done ➕ 2026-11-01 📅 2026-12-01
            Ask for *Ada*.

            - the number is 555
            - [x] Find the number ✅ 2026-11-02
        \t\t\t- [ ] In the drawer

        ## Kitchen
        * [X] Buy \\#1 plates [due:: 2026-12-01T18:00:00+01:00] [quantity:: 2 boxes]
        1. [-] Paint #colour/blue it ❌ 2026-11-03
        + [/] Clean ⏬ ⏳ 2026-12-05 🆔 ab12

        ```md
        - [ ] no task
        ```
        - no task either

        # Garden
        - [ ] Water `#not-a-tag` https://example.com/#part 🛫 2026-12-02 🗓️ 2026-12-03
        """

    private func plan(_ text: String) throws -> ImportPlan {
        try ForeignFormat.markdown.plan(of: Array(text.utf8), .fixed())
    }

    private func draft(_ line: String) throws -> ItemDraft {
        try #require(try plan("- [ ] \(line)").checklists.first?.items.first?.draft)
    }

    @Test("has lists, sections and subtasks")
    func structure() throws {
        let plan = try plan(Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["Home", "Garden"])
        #expect(plan.checklists[0].sections == ["Kitchen"])
        let items = plan.checklists[0].items
        #expect(
            items.map(\.draft.text) == [
                "Call the plumber", "Find the number", "In the drawer", "Buy #1 plates",
                "Paint colour/blue it",
                "Clean",
            ])
        #expect(items.map(\.parent) == [nil, 0, 0, nil, nil, nil])
        #expect(items.map(\.section) == [nil, nil, nil, 0, 0, 0])
        #expect(items.map(\.draft.isChecked) == [false, true, false, true, true, false])
    }

    @Test("has the fields of Obsidian Tasks and Dataview")
    func fields() throws {
        let items = try plan(Self.file).checklists[0].items
        let call = items[0].draft
        #expect(call.important == true)
        #expect(call.dueOn == CivilDate("2026-12-01"))
        #expect(call.recurrence == Recurrence(try RecurrenceRule("FREQ=WEEKLY"), from: .completion))
        #expect(call.patch.details.tags == ["phone"])
        #expect(call.notes == "Ask for *Ada*.\n\n- the number is 555")
        #expect(items[0].createdAt == LocalTime.utc.beginning(of: try #require(CivilDate("2026-11-01"))))
        #expect(items[1].checkedAt == LocalTime.utc.beginning(of: try #require(CivilDate("2026-11-02"))))
        #expect(items[3].draft.dueDate == Timestamp(milliseconds: 1_796_144_400_000))
        #expect(items[3].draft.patch.details.quantity == Quantity(thousandths: 2_000))
        #expect(items[3].draft.patch.details.unit == "boxes")
        #expect(items[4].draft.patch.details.tags == ["colour/blue"])
        #expect(items[4].draft.notes == "Status: cancelled")
        #expect(items[5].draft.patch.details.startOn == CivilDate("2026-12-05"))
        #expect(items[5].draft.notes == "Priority: lowest\nID: ab12")
        let water = try plan(Self.file).checklists[1].items[0].draft
        #expect(water.text == "Water `#not-a-tag` https://example.com/#part")
        #expect(water.dueOn == CivilDate("2026-12-03"))
        #expect(water.patch.details.startOn == CivilDate("2026-12-02"))
    }

    @Test("reports what it leaves out by its line")
    func notes() throws {
        let notes = try plan(Self.file).notes.first.filter { $0.outcome == .leftOut }
        #expect(
            notes == [
                ImportNote("line 1", "front matter", .notSupported),
                ImportNote("line 6", "", .unknown, "Some words about the house."),
                ImportNote("line 20", "code", .notSupported),
                ImportNote("line 23", "", .unknown, "- no task either"),
            ])
    }

    @Test("without boxes has its bullets as items")
    func bullets() throws {
        let plan = try plan("## Shop\n- Milk\n- Bread\n  - Rye\n\n## Words\nOnly text\n\nTitle\n=====\n- One")
        #expect(plan.checklists.map(\.draft.name) == ["Imported", "Title"])
        #expect(plan.checklists[0].items.map(\.draft.text) == ["Milk", "Bread", "Rye"])
        #expect(plan.checklists[0].items.map(\.parent) == [nil, nil, 1])
        #expect(plan.checklists[0].sections == ["Shop"])
    }

    @Test(
        "keeps signs within a text",
        arguments: [
            "Meet ⏫ at noon", "Read 📅 2026-12-01 again", "Run the 🔁 machine", "Issue #12", "C# and F#",
            "a `[due:: 2026-12-01]` b", #"C:\folder"#, "[link](https://example.com)", "x 📅 tomorrow",
        ])
    func signsInText(line: String) throws {
        let draft = try draft(line)
        #expect(draft.text == line)
        #expect(draft.dueOn == nil)
        #expect(draft.important == nil)
        #expect(draft.patch.details.tags == nil)
    }

    @Test("has a recurrence without a day from today on, and keeps words that are none")
    func recurrences() throws {
        let daily = try draft("Water 🔁 every 3 days")
        #expect(daily.recurrence?.rule.text == "FREQ=DAILY;INTERVAL=3")
        #expect(daily.dueOn == CivilDate("2026-12-01"))
        let unknown = try draft("Water 🔁 every blue moon 📅 2026-12-05")
        #expect(unknown.notes == "repeat: every blue moon")
        let rule = try draft("Pay [repeat:: FREQ=MONTHLY;BYMONTHDAY=3 when done] 📅 2026-12-03")
        #expect(
            rule.recurrence == Recurrence(try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=3"), from: .completion))
    }

    @Test("has code below a task as its notes")
    func code() throws {
        let items = try plan("- [ ] Run\n  ```\n  - [ ] no task\n    x\n  ```\n- [ ] Stop").checklists[0]
            .items
        #expect(items.map(\.draft.text) == ["Run", "Stop"])
        #expect(items[0].draft.notes == "```\n- [ ] no task\n  x\n```")
    }
}
