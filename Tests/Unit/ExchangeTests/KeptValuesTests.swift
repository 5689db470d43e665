import Checklists
import Dates
import Testing

@testable import Exchange

/// Values that an item cannot have. None is lost without a note.
@Suite("A value that an item cannot have")
struct KeptValuesTests {
    private func plan(_ text: String, _ format: ForeignFormat, columns: String? = nil) throws -> ImportPlan {
        try format.plan(of: Array(text.utf8), .fixed(columns: columns))
    }

    private func item(_ text: String, _ format: ForeignFormat) throws -> ItemDraft {
        try #require(plan(text, format).checklists.first?.items.first).draft
    }

    @Test(
        "is in the notes",
        arguments: [
            ("text,start,due\nA,2026-12-09,2026-12-01", ForeignFormat.csv, "Start: 2026-12-09"),
            ("A due:2026-12-01 t:2026-12-09", .todoTxt, "Start: 2026-12-09"),
            ("text,reminders\nA,-PT15M", .csv, "Reminder: -PT15M"),
            ("text,done,repeat\nA,yes,weekly", .csv, "Repeat: FREQ=WEEKLY"),
            ("A due:2026-12-01 due:2026-12-03", .todoTxt, "due: 2026-12-03"),
            ("A rec:1w rec:2w due:2026-12-01", .todoTxt, "rec: 2w"),
            ("- [ ] A 📅 2026-12-01 📅 2026-12-03", .markdown, "due: 2026-12-03"),
            ("text,unit,quantity\nA,\(String(repeating: "x", count: 60)),1", .csv, "unit: xxxxx"),
        ])
    func kept(text: String, format: ForeignFormat, line: String) throws {
        let notes = try item(text, format).notes ?? ""
        #expect(notes.contains(line), "\(notes)")
        #expect(try plan(text, format).notes.changedCount > 0)
    }

    @Test(
        "of a period has the last day of a shorter month",
        arguments: [
            ("A due:2027-01-31 rec:+1m", ForeignFormat.todoTxt, "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("A due:2027-01-31 rec:1m", .todoTxt, "FREQ=MONTHLY"),
            ("A due:2027-01-15 rec:+1m", .todoTxt, "FREQ=MONTHLY"),
            ("rec:+1y A due:2028-02-29", .todoTxt, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
            (
                "* TODO A\nDEADLINE: <2027-01-30 Sat +1m>", .org,
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
            ),
            ("* TODO A\nDEADLINE: <2027-01-31 Sun .+1m>", .org, "FREQ=MONTHLY"),
            ("- [ ] A 🔁 every month 📅 2027-01-31", .markdown, "FREQ=MONTHLY;BYMONTHDAY=-1"),
            ("- [ ] A 🔁 every month when done 📅 2027-01-31", .markdown, "FREQ=MONTHLY"),
            ("text,due,repeat\nA,2027-01-31,monthly", .csv, "FREQ=MONTHLY;BYMONTHDAY=-1"),
            // RFC 5545 leaves out shorter months.
            ("text,due,repeat\nA,2027-01-31,FREQ=MONTHLY", .csv, "FREQ=MONTHLY"),
            (
                #"[{"title":"P","tasks":[{"title":"A","due_date":"2027-01-31T00:00:00Z","repeat_mode":1}]}]"#,
                .vikunja, "FREQ=MONTHLY;BYMONTHDAY=-1"
            ),
            (
                #"[{"uuid":"1","description":"A","status":"recurring","due":"20270131T000000Z","#
                    + #""recur":"m"}]"#,
                .taskwarrior, "FREQ=MONTHLY;BYMONTHDAY=-1"
            ),
            (
                #"""
                [{"title":"P","recurrences":[{"id":"r","schedule":{"interval":{"monthly":{}}}}],"items":[
                {"title":"A","status":"needsAction","due":"2027-01-31T00:00:00Z","task_recurrence_id":"r"}]}]
                """#, .googleTasks, "FREQ=MONTHLY;BYMONTHDAY=-1"
            ),
        ] as [(String, ForeignFormat, String)])
    func months(text: String, format: ForeignFormat, rule: String) throws {
        #expect(try item(text, format).recurrence?.rule.text == rule)
    }

    @Test("leaves the other parts of a location")
    func location() throws {
        let street = String(repeating: "s", count: 300)
        let item = try item("text,street,city,latitude,longitude\nA,\(street),Rome,41.9,12.5", .csv)
        #expect(item.location == Location(city: "Rome", latitude: 41.9, longitude: 12.5))
        #expect(item.notes == "street: \(street)")
    }

    @Test("of a column without a meaning is in the notes, also if the settings name the columns")
    func columns() throws {
        let plan = try plan("Name,Color,Due date\nA,red,2026-12-01", .csv, columns: "text,,due")
        #expect(plan.checklists[0].items[0].draft.notes == "Color: red")
        #expect(plan.notes.first.map(\.code) == [.keptInNotes])
    }

    @Test(
        "does not merge sections of equal names",
        arguments: [
            ("## Work\n### Tasks\n- [ ] A\n## Home\n### Tasks\n- [ ] B\n", ForeignFormat.markdown),
            ("* Work\n** Tasks\n*** TODO A\n* Home\n** Tasks\n*** TODO B\n", .org),
        ])
    func sections(text: String, format: ForeignFormat) throws {
        let list = try #require(plan(text, format).checklists.first)
        let names = list.items.map { $0.section.map { list.sections[$0] } }
        #expect(names == ["Tasks", "Home / Tasks"], "\(list.sections)")
    }

    @Test("does not merge two columns of a board")
    func columnsOfBoard() throws {
        let text = """
            {"name": "B", "lists": [{"id": "1", "name": "L"}, {"id": "2", "name": "L"}],
            "cards": [{"id": "a", "idList": "1", "name": "A"}, {"id": "b", "idList": "2", "name": "B"},
            {"id": "c", "idList": "9", "name": "C"}, {"id": "d", "idList": "1", "name": "D", "closed": true}]}
            """
        let plan = try plan(text, .trello)
        #expect(plan.checklists[0].sections == ["L", "L (2)"])
        #expect(plan.checklists[0].items.map(\.section) == [0, 1, nil])
        #expect(plan.notes.first.map(\.code) == [.invalid, .archived])
    }

    @Test("makes no header of a first row with unknown names")
    func header() throws {
        let items = try plan("Milk,Lidl\nBread,Aldi\n", .csv).checklists[0].items
        #expect(items.map(\.draft.text) == ["Milk", "Bread"])
        #expect(items.map(\.draft.notes) == ["Column 2: Lidl", "Column 2: Aldi"])
    }

    @Test("of a parent is found by its text where no identifier matches")
    func parents() throws {
        let items = try plan(
            "Task ID,Name,Parent task\n1,A,\n2,B,A\n3,C,1\n4,D,Z\n", .csv, columns: "id,text,parent"
        ).checklists[0].items
        #expect(items.map(\.parent) == [nil, 0, 0, nil] || items.map(\.draft.text) == ["A", "B", "C", "D"])
        #expect(items.first { $0.draft.text == "B" }?.parent != nil)
        #expect(items.first { $0.draft.text == "D" }?.draft.notes == "Parent task: Z")
    }

    @Test("of Todoist without a year is the nearest day")
    func nearest() throws {
        let rows = ["27 oct", "Nov 1 10:00", "20 feb", "10 dec"].map { "task,A,,4,1,,,\($0),en," }
        let head = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
        let items = try plan(head + rows.joined(separator: "\n"), .todoist).checklists[0].items
        // Today is 2026-12-01.
        #expect(items[0].draft.dueOn == CivilDate(year: 2026, month: 10, day: 27))
        #expect(items[1].draft.dueDate == Timestamp(milliseconds: 1_793_527_200_000))
        #expect(items[2].draft.dueOn == CivilDate(year: 2027, month: 2, day: 20))
        #expect(items[3].draft.dueOn == CivilDate(year: 2026, month: 12, day: 10))
    }

    @Test("of Todoist keeps the words around a label at the end of a line")
    func labels() throws {
        let text = "TYPE,CONTENT,PRIORITY,INDENT\ntask,\"Buy @home\nand call Bob\",4,1\n"
        let item = try item(text, .todoist)
        #expect(item.patch.details.tags == ["home"])
        #expect(item.text.contains("and call Bob"), "\(item.text)")
    }

    @Test("is an occurrence of a repeating task, which the rule makes")
    func occurrences() throws {
        let text = """
            [{"uuid": "t", "status": "recurring", "description": "A", "due": "20261201T000000Z",
              "recur": "weekly", "mask": "--"},
             {"uuid": "1", "status": "pending", "description": "A", "due": "20261201T000000Z", "parent": "t"},
             {"uuid": "2", "status": "pending", "description": "A", "due": "20261208T000000Z", "parent": "t"}]
            """
        let plan = try plan(text, .taskwarrior)
        #expect(plan.checklists[0].items.count == 1)
        #expect(plan.checklists[0].items[0].draft.recurrence?.rule.text == "FREQ=WEEKLY")
        #expect(plan.notes.first.map(\.code) == [.converted])
    }
}
