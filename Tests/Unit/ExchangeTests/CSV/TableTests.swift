import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A table")
struct TableTests {
    private func plan(_ lines: String..., columns: String? = nil) throws -> ImportPlan {
        try ForeignFormat.csv.plan(
            of: Array(lines.joined(separator: "\n").utf8), .fixed(columns: columns))
    }

    private func drafts(_ lines: String...) throws -> [ItemDraft] {
        try ForeignFormat.csv.plan(of: Array(lines.joined(separator: "\n").utf8), .fixed())
            .checklists.flatMap(\.items).map(\.draft)
    }

    @Test(
        "has columns by their names in four languages",
        arguments: [
            (
                "Project,Column,Task Name,Description,Done,Due Date,Labels,Priority,Qty,Unit",
                "list,section,text,notes,checked,due,tags,important,quantity,unit"
            ),
            (
                "Liste;Abschnitt;Aufgabe;Notizen;Erledigt;Fällig am;Schlagwörter;Priorität;Menge;Einheit",
                "list,section,text,notes,checked,due,tags,important,quantity,unit"
            ),
            (
                "Liste;Rubrique;Tâche;Remarques;Terminée;Échéance;Étiquettes;Priorité;Quantité;Unité",
                "list,section,text,notes,checked,due,tags,important,quantity,unit"
            ),
            (
                "リスト,セクション,タスク名,メモ,完了,期限,タグ,優先度,数量,単位",
                "list,section,text,notes,checked,due,tags,important,quantity,unit"
            ),
            (
                "start date,TIME_ZONE,Repeat,Reminder,Created At,Parent Task,Title,Task ID,Name",
                "start,timeZone,repeat,reminders,created,parent,text,id,"
            ),
        ])
    func names(header: String, columns: String) throws {
        let separator = header.contains(";") ? ";" : ","
        let row = Array(repeating: "1", count: header.split(separator: Character(separator)).count)
        let plan = try plan(header, row.joined(separator: separator))
        #expect(plan.columns?.joined(separator: ",") == columns)
    }

    @Test("has lists, sections, tags and amounts")
    func fields() throws {
        let list = try plan(
            "list,section,task,notes,tags,quantity,unit",
            "Home,Kitchen,Flour,Wholemeal,\"#food, baking\",\"1,5\",kg",
            "Home,Cellar,Nails,,,2 boxes,", "Work,,Call,,,many,kg",
            "Work,,Mail,,,\"1,50,0\","
        ).checklists
        #expect(list.map(\.draft.name) == ["Home", "Work"])
        #expect(list[0].sections == ["Kitchen", "Cellar"])
        let details = list[0].items.map(\.draft.patch.details)
        #expect(details[0].tags == ["food", "baking"])
        #expect(details.map { $0.quantity??.text } == ["1.5", "2"])
        #expect(details.map { $0.unit ?? nil } == ["kg", "boxes"])
        #expect(list[1].items[0].draft.notes == "quantity: many\nunit: kg")
        #expect(list[1].items[1].draft.notes == "quantity: 1,50,0")
    }

    @Test(
        "has amounts in the language of the file",
        arguments: [
            ("1.500", Language.german, ",", "1500"), ("1.500", .french, ",", "1500"),
            ("1.500", nil, ";", "1500"), ("1.500", .english, ",", "1.5"), ("1.500", nil, ",", nil),
            ("1,500", .english, ",", "1500"), ("1,500", .german, ",", "1.5"), ("1,500", nil, ";", "1.5"),
            ("1,500", nil, ",", nil), ("1.5", .german, ";", "1.5"), ("1,5", .english, ",", "1.5"),
            ("1.500,5", nil, ",", "1500.5"), ("1,500.5", .german, ",", "1500.5"), ("500", nil, ",", "500"),
            ("999.500,5", .german, ",", "999500.5"), ("1.5.0", .german, ",", nil),
        ] as [(String, Language?, String, String?)])
    func amounts(text: String, language: Language?, delimiter: String, amount: String?) throws {
        let file = "text\(delimiter)quantity\nA\(delimiter)\"\(text)\"\n"
        let plan = try ForeignFormat.csv.plan(of: file, .fixed(language: language))
        #expect((plan.draft("A")?.patch.details.quantity ?? nil)?.text == amount)
        #expect(plan.draft("A")?.notes == (amount == nil ? "quantity: \(text)" : nil))
    }

    @Test("of Trello has the names of its cards, in the lists of its board")
    func trello() throws {
        let plan = try plan(
            "Card ID,Card Name,Card URL,Card Description,Labels,List ID,List Name,Board ID,Board Name",
            "65f0,Paint,https://trello.com/c/x,Two coats,home,1,Doing,9,House")
        #expect(plan.checklists.map(\.draft.name) == ["House"] && plan.outline() == ["Paint"])
        #expect(plan.section(of: "Paint") == "Doing")
        #expect(plan.draft("Paint")?.notes?.hasPrefix("Two coats") == true)
        #expect(try self.plan("Product ID,Product name,Qty", "7,Nails,2").outline() == ["Nails"])
        #expect(try self.plan("Ticket ID,Work,Qty", "7,Nails,2").outline() == ["Nails"])
    }

    @Test("of Asana keeps subtasks at their parents, without a project of their own")
    func asana() throws {
        let plan = try plan(
            "Task ID,Created At,Name,Section/Column,Due Date,Projects,Parent task",
            "1,2026-11-01,Move,Plans,,House,", "2,2026-11-01,Boxes,,,,Move", "3,2026-11-01,Tape,,,,Boxes",
            "4,2026-11-01,Move,,,Work,", "5,2026-11-01,Desk,,,,Move")
        #expect(plan.checklists.map(\.draft.name) == ["House", "Work"])
        #expect(plan.outline(0) == ["Move", "Move/Boxes", "Move/Tape"])
        #expect(plan.outline(1) == ["Move", "Move/Desk"])
    }

    @Test(
        "has done items by a mark in four languages",
        arguments: ["true", "YES", "x", "1", "Done", "ja", "erledigt", "oui", "terminé", "✓", "はい", "完了"])
    func done(mark: String) throws {
        #expect(try drafts("task,done", "A,\(mark)")[0].isChecked)
    }

    @Test("keeps a status that is neither open nor done, and reads the day of completion")
    func status() throws {
        let drafts = try drafts("task,status", "A,In progress", "B,offen", "C,2026-11-02T10:00:00Z")
        #expect(drafts.map(\.isChecked) == [false, false, true])
        #expect(drafts[0].notes == "status: In progress")
        #expect(drafts[1].notes == nil)
        #expect(drafts[2].checkedAt == Timestamp(milliseconds: 1_793_613_600_000))
    }

    @Test("has important items by a word, and keeps other priorities")
    func priority() throws {
        let drafts = try drafts("task,Priorität", "A,hoch", "B,normal", "C,niedrig", "D,1")
        #expect(drafts.map(\.important) == [true, nil, nil, true])
        #expect(drafts.map(\.notes) == [nil, nil, "Priorität: niedrig", nil])
    }

    @Test("has dates in the order that its column shows, and keeps ambiguous ones")
    func dates() throws {
        let day = CivilDate(year: 2026, month: 12, day: 3)
        #expect(try drafts("task,due", "A,3/12/2026", "B,24/12/2026")[0].dueOn == day)
        #expect(try drafts("task,due", "A,12/3/2026", "B,12/24/2026")[0].dueOn == day)
        for other in ["", "\nB,24/12/2026\nC,12/24/2026"] {
            let draft = try drafts("task,due", "A,3/12/2026" + other)[0]
            #expect(draft.dueOn == nil)
            #expect(draft.notes == "due: 3/12/2026")
        }
        // Another column shows the order, or the language of the file.
        #expect(try drafts("task,due,created", "A,3/12/2026,24/11/2026")[0].dueOn == day)
        var german = ImportSettings.fixed()
        german.language = .german
        let plan = try ForeignFormat.csv.plan(of: Array("task,due\nA,3/12/2026\n".utf8), german)
        #expect(plan.checklists[0].items[0].draft.dueOn == day)
        #expect(
            try drafts("task,due", "A,tomorrow", "B,1.2.2027").map(\.dueOn) == [
                CivilDate(year: 2026, month: 12, day: 2), CivilDate(year: 2027, month: 2, day: 1),
            ])
    }

    @Test("has the time zone, start, repetition and reminders of a row")
    func times() throws {
        let drafts = try drafts(
            "task;due;start;time zone;repeat;reminder",
            "A;2026-12-02 18:00;2026-12-01;Asia/Tokyo;weekly;-PT15M, yes?",
            "B;2026-12-02;soon;Mars/Base;at times;yes")
        #expect(drafts[0].dueDate == Timestamp(milliseconds: 1_796_202_000_000))
        #expect(drafts[0].patch.details.startOn == CivilDate(year: 2026, month: 12, day: 1))
        #expect(drafts[0].timeZone == "Asia/Tokyo")
        #expect(drafts[0].recurrence?.rule.text == "FREQ=WEEKLY")
        #expect(drafts[0].alarms == [.offset(-900)])
        #expect(drafts[0].notes == "reminder: yes?")
        #expect(drafts[1].shouldRemind == true)
        #expect(drafts[1].notes == "time zone: Mars/Base\nstart: soon\nrepeat: at times")
    }

    @Test("has subtasks by the text or the identifier of the parent")
    func parents() throws {
        let texts = try plan("task,parent", "Shoes,Trip", "Trip,", "Hat,Sea").checklists[0].items
        #expect(texts.map(\.draft.text) == ["Trip", "Shoes", "Hat"])
        #expect(texts.map(\.parent) == [nil, 0, nil])
        #expect(texts[2].draft.notes == "parent: Sea")
        let ids = try plan("id,task,parent id", "7,Shoes,9", "9,Trip,", "8,Hat,8").checklists[0].items
        #expect(ids.map(\.parent) == [nil, 0, nil])
        #expect(ids.map(\.draft.notes) == [nil, nil, "parent id: 8"])
        #expect(try drafts("ID,Task", "7,Shoes")[0].notes == "ID: 7")
    }

    @Test("keeps columns without a meaning in the notes")
    func others() throws {
        #expect(try self.plan("Name,Task", "Ada,A").columns == ["", "text"])
        let plan = try plan("Task,Mood,Ticket ID", "A,good,7", "B,,,extra")
        #expect(plan.columns == ["text", "", "", ""])
        #expect(
            plan.checklists[0].items.map(\.draft.notes) == ["Mood: good\nTicket ID: 7", "Column 4: extra"])
    }

    @Test(
        "without a header has an item in its first row",
        arguments: ["Milk\nEggs, ham", "Milk,2\nEggs,1", "Milk,\nEggs,1", "Milk\nStart"])
    func noHeader(text: String) throws {
        #expect(try drafts(text)[0].text == "Milk")
    }

    @Test("has the columns that the settings name")
    func namedColumns() throws {
        let plan = try plan("A,2026-12-02,x,shop", columns: "text,due,,tags")
        #expect(plan.columns == ["text", "due", "", "tags"])
        let draft = plan.checklists[0].items[0].draft
        #expect(draft.dueOn == CivilDate(year: 2026, month: 12, day: 2))
        #expect(draft.patch.details.tags == ["shop"])
        #expect(draft.notes == "Column 3: x")
        let other = try self.plan("Title,Due", "A,1", columns: "text,notes")
        #expect(other.checklists[0].items.map(\.draft.text) == ["A"])
        let data = try self.plan("Start,2026-12-02", columns: "text,due")
        #expect(data.checklists[0].items.map(\.draft.text) == ["Start"])
    }

    @Test("refuses settings that name an unknown meaning, one twice, or no text")
    func wrongColumns() {
        for columns in ["text,mood", "text,text", "due,tags", ",,"] {
            #expect(throws: ImportError.self, "\(columns)") { try plan("A,B", columns: columns) }
        }
    }

    @Test("of one column is a list of texts, also if the first one is the name of another column")
    func oneColumn() throws {
        #expect(try drafts("Termin", "Aufgabe").map(\.text) == ["Termin", "Aufgabe"])
        #expect(try drafts("Aufgabe", "Termin").map(\.text) == ["Termin"])
    }

    @Test("cuts long names in its header, since each row repeats them in the notes")
    func longNames() throws {
        let name = String(repeating: "é", count: 20_000)
        let notes = try drafts("Task,\(name)", "A,x")[0].notes
        #expect(notes == String(repeating: "é", count: 50) + ": x")
        let letter = "e" + String(repeating: "\u{301}", count: 20_000)
        #expect(try drafts("Task,\(letter)", "A,x")[0].notes == "Column 2: x")
    }

    @Test("with a million columns, or more rows than an import takes, is an error")
    func large() {
        let wide = String(repeating: "x,", count: 1_000_000)
        #expect(throws: ImportError.tooMany(1_000, "columns")) { try plan(wide) }
        let long = String(repeating: "x\n", count: 300_000)
        #expect(throws: ImportError.tooMany(250_000, "items, on all lists together")) { try plan(long) }
    }

    @Test("that is damaged is a plan or an error")
    func damage() {
        let file = #"""
            Project;Column;Task;Due;Done;Tags;Menge;Repeat;Reminder;Parent;Mood
            Home;Kitchen;"Buy ""tea""";24/12/2026;x;#a, b;1,5 kg;FREQ=DAILY;-PT15M;;good
            Home;Garden;Roses;tomorrow;offen;;2;weekly;PT0S;"Buy ""tea""";

            Work;;Report;2026-12-02T10:00:00+0100;;;;;2026-12-01T08:00:00Z;;"two
            lines"
            """#
        var files = DamagedFiles(.csv, file)
        #expect(files.readCuts() + files.readMutations(2_000, seed: 1) > 500)
        files.settings = .fixed(columns: "list,,text,due")
        #expect(files.readCuts() + files.readMutations(2_000, seed: 2) > 500)
    }
}
