import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("An org file")
struct OrgReaderTests {
    static let file = """
        #+TITLE: Home
        #+FILETAGS: :house:
        #+TODO: TODO NEXT | DONE DROPPED(d@)
        #+STARTUP: overview
        # a comment
        * Kitchen :cook:
        Words about the kitchen.
        ** TODO [#A] Buy plates [1/2] :shop:
           DEADLINE: <2026-12-01 Tue 18:00 ++1w -2d> SCHEDULED: <2026-11-30 Mon>
           :PROPERTIES:
           :CREATED:  [2026-11-01 Sun 09:30]
           :Effort:   0:30
           :ID:       5b1f
           :END:
           :LOGBOOK:
           - State "DONE" from "TODO" [2026-11-01 Sun]
           :END:
           Six of them.

           - blue
           - [ ] small
           - [X] large
             with a rim
        ** DROPPED [#B] Oven
           CLOSED: [2026-11-02 Mon 10:00]
        ** DONE Sink
        * NEXT Call
          SCHEDULED: <2026-12-03 Do .+3d>
          #+BEGIN_SRC sh
          - [ ] no box
          ,* no headline
          #+END_SRC
        ** Details
           They open at 8.
        * Ideas
          Just text.
        """

    private func plan(_ text: String) throws -> ImportPlan {
        try ForeignFormat.org.plan(of: Array(text.utf8), .fixed())
    }

    @Test("has sections, items and subtasks")
    func structure() throws {
        let plan = try plan(Self.file)
        let list = plan.checklists[0]
        #expect(list.draft.name == "Home")
        #expect(list.sections == ["Kitchen"])
        #expect(list.items.map(\.draft.text) == ["Buy plates", "small", "large", "Oven", "Sink", "Call"])
        #expect(list.items.map(\.parent) == [nil, 0, 0, nil, nil, nil])
        #expect(list.items.map(\.section) == [0, 0, 0, 0, 0, nil])
        #expect(list.items.map(\.draft.isChecked) == [false, false, true, true, true, false])
    }

    @Test("has times, priorities, properties and tags")
    func fields() throws {
        let items = try plan(Self.file).checklists[0].items
        let plates = items[0]
        #expect(plates.draft.important == true)
        #expect(plates.draft.dueDate == Timestamp(milliseconds: 1_796_148_000_000))
        #expect(plates.draft.recurrence == Recurrence(try RecurrenceRule("FREQ=WEEKLY")))
        #expect(plates.draft.alarms == [.offset(-2 * 86_400)])
        #expect(plates.draft.patch.details.startOn == CivilDate("2026-11-30"))
        #expect(plates.draft.patch.details.tags == ["house", "cook", "shop"])
        #expect(plates.draft.notes == "Six of them.\n\n- blue\nEffort: 0:30")
        #expect(plates.createdAt == Timestamp(milliseconds: 1_793_525_400_000))
        #expect(items[2].draft.notes == "with a rim")
        #expect(items[3].draft.notes == "Priority: B\nState: DROPPED")
        #expect(items[3].checkedAt == Timestamp(milliseconds: 1_793_613_600_000))
        let call = items[5].draft
        #expect(call.dueOn == CivilDate("2026-12-03"))
        #expect(call.recurrence == Recurrence(try RecurrenceRule("FREQ=DAILY;INTERVAL=3"), from: .completion))
        #expect(
            call.notes == """
                #+BEGIN_SRC sh
                  - [ ] no box
                * no headline
                  #+END_SRC
                Details
                They open at 8.
                State: NEXT
                """)
    }

    @Test("reports what it leaves out by its line")
    func notes() throws {
        let notes = try plan(Self.file).notes.first.filter { $0.outcome == .leftOut }
        #expect(
            notes == [
                ImportNote("line 4", "#+STARTUP", .notSupported, "overview"),
                ImportNote("line 5", "comment", .notSupported, "a comment"),
                ImportNote("line 13", "ID", .notSupported, "5b1f"),
                ImportNote("line 15", "LOGBOOK", .notSupported),
                ImportNote("line 6", "text", .unknown, "Words about the kitchen."),
                ImportNote("line 35", "", .unknown, "Ideas"),
                ImportNote("line 35", "text", .unknown, "Just text."),
            ])
    }

    @Test("without keywords has its lowest headlines or its bullets as items")
    func plain() throws {
        let plan = try plan("* Shop\n** Milk\n** Bread\n   Rye.\n* Other\n- one\n  - two\n- three")
        let list = plan.checklists[0]
        #expect(list.sections == ["Shop", "Other"])
        #expect(list.items.map(\.draft.text) == ["Milk", "Bread", "one", "two", "three"])
        #expect(list.items.map(\.parent) == [nil, nil, nil, 2, nil])
        #expect(list.items[1].draft.notes == "Rye.")
    }

    @Test("has the lines of a drawer that does not end")
    func openDrawer() throws {
        let items = try plan("* TODO a\n:LOGBOOK:\n- [ ] b\n* TODO c\n:END:").checklists[0].items
        #expect(items.map(\.draft.text) == ["a", "b", "c"])
        #expect(items.map(\.draft.notes) == [":LOGBOOK:", nil, ":END:"])
    }

    @Test("keeps parts of a timestamp that items do not have")
    func otherTimes() throws {
        let plan = try plan(
            "* TODO a\n  SCHEDULED: <2026-12-03 Thu 9:00-10:00 +2h>\n* TODO b\n  Met <2026-01-01>.")
        let items = plan.checklists[0].items.map(\.draft)
        #expect(items[0].dueDate == Timestamp(milliseconds: 1_796_288_400_000))
        #expect(items[0].notes == "SCHEDULED: +2h")
        #expect(items[1].notes == "Met <2026-01-01>.")
        #expect(items[1].dueOn == nil)
    }

    @Test func `has its times on lines of their own`() throws {
        for lines in [
            "DEADLINE: <2026-12-03 Thu>\n  SCHEDULED: <2026-12-01 Tue>",
            "SCHEDULED: <2026-12-01 Tue>\n  DEADLINE: <2026-12-03 Thu>",
        ] {
            let text = "* TO" + "DO Water\n  \(lines)\n  Body\n"
            let plan = try ForeignFormat.org.plan(of: Array(text.utf8), .fixed())
            let draft = plan.checklists[0].items[0].draft
            #expect(draft.dueOn == CivilDate(year: 2026, month: 12, day: 3))
            #expect(draft.patch.details.startOn == CivilDate(year: 2026, month: 12, day: 1))
            #expect(draft.notes == "Body")
        }
    }
}
