import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A CSV file of Todoist")
struct TodoistTests {
    private static let header =
        "TYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,"
        + "DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG"

    private static let file =
        "\u{FEFF}"
        + [
            header,
            "meta,view_style=board,,,,,,,,,,,,,",
            "task,Order cake @shop @party,\"Ask for \"\"less sugar\"\".\nTwo layers\",,1,1,Ada (17),Bo (18),"
                + "2026-12-24,en,Europe/Berlin,30,minute,2026-12-20,en",
            "note,They close at six,,,,,Ada (17),,2026-11-02T10:00:00Z,,,,,,",
            ",,,,,,,,,,,,,,",
            "section,Garden,Behind the house,,,,,,,,,,,,",
            "task,Water plants,,,4,1,Ada (17),,every day,en,Asia/Tokyo,,None,,",
            "task,Roses,,,2,2,Ada (17),,,,,,,,",
            "task,Climbing roses,,,4,3,Ada (17),,,,,,,,",
            "task,* Reminders,,,4,1,Ada (17),,morgen,de,,,,,",
            "",
        ].joined(separator: "\r\n")

    private func plan(
        _ text: String, _ settings: ImportSettings = .fixed()
    ) throws -> ImportPlan { try ForeignFormat.todoist.plan(of: Array(text.utf8), settings) }

    private func drafts(_ rows: String...) throws -> [ItemDraft] {
        try plan(([Self.header] + rows).joined(separator: "\n")).checklists[0].items.map(\.draft)
    }

    @Test("has sections, subtasks, labels and comments")
    func structure() throws {
        var settings = ImportSettings.fixed()
        settings.name = "Home"
        let list = try plan(Self.file, settings).checklists[0]
        #expect(list.draft.name == "Home")
        #expect(list.sections == ["Garden"])
        #expect(
            list.items.map(\.draft.text)
                == ["Order cake", "Water plants", "Roses", "Climbing roses", "Reminders"])
        #expect(list.items.map(\.section) == [nil, 0, 0, 0, 0])
        #expect(list.items.map(\.parent) == [nil, nil, 1, 1, nil])
        let cake = list.items[0].draft
        #expect(cake.patch.details.tags == ["shop", "party"])
        #expect(cake.important == true)
        #expect(
            cake.notes == """
                Ask for "less sugar".
                Two layers
                They close at six
                DURATION: 30 minute
                DEADLINE: 2026-12-20
                RESPONSIBLE: Bo (18)
                """)
        #expect(list.items[2].draft.notes == "PRIORITY: 2")
    }

    @Test("has days, and dates in the words of its language")
    func dates() throws {
        let drafts = try plan(Self.file).checklists[0].items.map(\.draft)
        #expect(drafts[0].dueOn == CivilDate(year: 2026, month: 12, day: 24))
        #expect(drafts[0].timeZone == "Europe/Berlin")
        #expect(drafts[1].recurrence?.rule.text == "FREQ=DAILY")
        #expect(drafts[1].timeZone == "Asia/Tokyo")
        #expect(drafts[4].dueOn == CivilDate(year: 2026, month: 12, day: 2))
    }

    @Test("reports what it leaves out or changes")
    func notes() throws {
        let notes = try plan(Self.file).notes.first
        #expect(notes.contains(ImportNote("row 6", "DESCRIPTION", .notSupported, "Behind the house")))
        #expect(notes.contains(ImportNote("row 10", "CONTENT", .converted, "* Reminders")))
        #expect(notes.contains(ImportNote("row 9", "", .nested)))
        #expect(notes.contains(ImportNote("row 8", "PRIORITY", .keptInNotes, "2")))
        #expect(!notes.contains { $0.field == "AUTHOR" || $0.field == "TYPE" })
    }

    @Test("has moments, also past ones, and repetitions from the completion")
    func moments() throws {
        let drafts = try drafts(
            "task,A,,,4,1,,,2026-12-01T18:00:00Z,en,Europe/Berlin", "task,B,,,4,1,,,1 Feb 2020,en,",
            "task,C,,,4,1,,,every! 3 days,en,", "task,D,,,4,1,,,2026-12-01 18:00,en,Asia/Tokyo")
        #expect(drafts[0].dueDate == Timestamp(milliseconds: 1_796_148_000_000))
        #expect(drafts[1].dueOn == CivilDate(year: 2020, month: 2, day: 1))
        #expect(drafts[2].recurrence?.from == .completion)
        #expect(drafts[3].dueDate == Timestamp(milliseconds: 1_796_115_600_000))
    }

    @Test("has the deadline as the due date of a task without a date")
    func deadline() throws {
        let draft = try drafts("task,A,,,4,1,,,,,,,,2026-12-20,en")[0]
        #expect(draft.dueOn == CivilDate(year: 2026, month: 12, day: 20))
        #expect(draft.notes == nil)
    }

    @Test("keeps words in the notes that are no date, and reports an unknown time zone")
    func unknownWords() throws {
        let plan = try plan(Self.header + "\ntask,A,,,4,1,,,every blue moon,en,Mars/Base")
        #expect(plan.checklists[0].items[0].draft.notes == "DATE: every blue moon")
        #expect(plan.notes.first.contains(ImportNote("row 2", "TIMEZONE", .invalid, "Mars/Base")))
    }

    @Test(
        "has labels only where a word begins with an @",
        arguments: [
            ("Mail a@b.c", "Mail a@b.c", []), ("@home Sweep  floor", "Sweep  floor", ["home"]),
            ("See https://x.y/@z", "See https://x.y/@z", []), ("Meet @ noon", "Meet @ noon", []),
            ("@waiting", "@waiting", ["waiting"]), ("Ask @ada, then @bo.", "Ask @ada, then @bo.", []),
        ] as [(String, String, [String])])
    func labels(content: String, text: String, labels: [String]) {
        let reading = TodoistProject.labels(of: content)
        #expect(reading.text == text)
        #expect(reading.labels == labels)
    }

    @Test("has no subtasks of a task in another section, and several comments on a task")
    func sections() throws {
        let list = try plan("TYPE,CONTENT,INDENT\ntask,A,1\nnote,1,\nnote,2,\nsection,S,\ntask,B,2")
            .checklists[0]
        #expect(list.items.map(\.parent) == [nil, nil])
        #expect(list.items[0].draft.notes == "1\n2")
    }

    @Test("has attached files in the notes")
    func attachments() throws {
        let draft = try drafts(
            "task,A,,,4,1,,,,,",
            #"note,"Plan [[file {""file_name"":""plan.pdf"",""file_url"":""https://x.example/1""}]]""#)[0]
        #expect(draft.notes == "Plan\nplan.pdf: https://x.example/1")
    }

    @Test("can be of an older version, without a description or the columns after TIMEZONE")
    func older() throws {
        let list = try plan(
            "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
                + "task,A,1,1,,,tomorrow,en,"
        ).checklists[0]
        #expect(list.draft.name == "Imported")
        #expect(list.items[0].draft.dueOn == CivilDate(year: 2026, month: 12, day: 2))
    }

    @Test("reports an unknown type, and a comment without a task")
    func unknown() throws {
        let notes = try plan(
            "TYPE,CONTENT,MOOD,EMPTY\nnote,About the project,,\ntask,A,good,\ntask,B,bad,\nhabit,C,,"
        ).notes.first
        #expect(
            notes == [
                ImportNote("row 2", "CONTENT", .notSupported, "About the project"),
                ImportNote("row 5", "TYPE", .unknown, "habit"),
            ])
    }

    @Test("needs the columns TYPE and CONTENT")
    func otherFile() {
        #expect(throws: ImportError.self) { try plan("a,b\n1,2") }
        #expect(throws: ImportError.self) { try plan("") }
    }

    @Test("makes a list with its name in a backup")
    func backup() throws {
        let archive = StoredZip([
            "Todoist/Home [2203306141].csv": Self.file, "Todoist/Work.csv": Self.header + "\ntask,,,",
            "readme.txt": "Hello", "Todoist/.hidden.csv": "\"",
        ])
        let plan = try ForeignFormat.todoist.plan(of: archive.bytes, .fixed())
        #expect(plan.checklists.map(\.draft.name) == ["Home", "Work"])
        let places = plan.notes.first.map(\.place)
        #expect(places.contains("Home [2203306141].csv, row 6"))
        #expect(places.contains("Work.csv, row 2"))
        #expect(plan.notes.first.contains(ImportNote("readme.txt", "", .unknown)))
        let broken = StoredZip(["Home.csv": Self.header + "\ntask,\"A"])
        #expect(
            throws: ImportError.malformed(
                "Home.csv: The quotation mark in line 2 is not closed. Export the file again as CSV.")
        ) { try ForeignFormat.todoist.plan(of: broken.bytes, .fixed()) }
    }

    @Test("with many comments on one task, or more tasks than an import takes, is read in linear time")
    func large() throws {
        let comments = String(repeating: "note,Some words\n", count: 100_000)
        #expect(try plan("TYPE,CONTENT\ntask,A\n" + comments).checklists[0].items.count == 1)
        let section = "section," + String(repeating: "é", count: 1_000_000) + "\n"
        let long = try plan("TYPE,CONTENT\n" + section + String(repeating: "task,A\n", count: 5_000))
        let name = String(repeating: "é", count: 1_000)
        #expect(long.notes.first == [ImportNote("row 2", "CONTENT", .shortened, name)])
        let tasks = "TYPE,CONTENT\n" + String(repeating: "task,A\n", count: 300_000)
        #expect(throws: ImportError.tooMany(250_000, "items, on all lists together")) { try plan(tasks) }
    }

    @Test("that is damaged is a plan or an error")
    func damage() {
        let files = DamagedFiles(.todoist, Self.file)
        #expect(files.readCuts() > 100)
        #expect(files.readMutations(2_000, seed: 1) > 500)
    }
}
