import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("Taskwarrior")
struct TaskwarriorReaderTests {
    /// As `task export` of version 2.6 writes an object a line.
    static let lines = [
        #"{"id":1,"description":"Water","due":"20261203T000000Z","entry":"20261126T192508Z","mask":"+-","#
            + #""modified":"20261126T192508Z","priority":"H","project":"Home.Garden","recur":"2weeks","#
            + #""rtype":"periodic","status":"recurring","until":"20270601T000000Z","#
            + #""uuid":"10a617eb-7dd0-46bf-87a7-1884f6b76970","tags":["outdoor"],"urgency":13.7699}"#,
        #"{"id":2,"client":"Ada & Co","description":"Buy milk","due":"20261202T183000Z","#
            + #""entry":"20261126T192508Z","estimate":3.5,"modified":"20261126T192509Z","#
            + #""scheduled":"20261201T000000Z","start":"20261126T200000Z","status":"pending","#
            + #""uuid":"4d60957a-990d-4aee-9e48-edf6c18db0eb","wait":"20261130T000000Z","#
            + #""annotations":[{"entry":"20261126T192508Z","#
            + #""description":"Two litres https:\/\/example.org\/"}],"#
            + #""tags":["food","shop"],"urgency":15.7746}"#,
        #"{"id":4,"description":"Call","entry":"20261126T192508Z","status":"waiting","priority":"L","#
            + #""uuid":"b0f8b899-1fbc-436e-ad45-99d785924f37","wait":"2026-12-20T00:00:00Z","#
            + #""until":"20261224T120000Z","depends":["4d60957a-990d-4aee-9e48-edf6c18db0eb","unknown"]}"#,
        #"{"id":7,"description":"Water","due":"20261231T000000Z","imask":2,"#
            + #""parent":"10a617eb-7dd0-46bf-87a7-1884f6b76970","project":"Home.Garden","recur":"2weeks","#
            + #""status":"pending","uuid":"7"}"#,
        #"{"id":5,"description":"Water","due":"20261217T000000Z","entry":"20261126T192508Z","imask":1,"#
            + #""parent":"10a617eb-7dd0-46bf-87a7-1884f6b76970","project":"Home.Garden","recur":"2weeks","#
            + #""status":"pending","uuid":"6b1f6054-194b-4a46-876c-5e45eb8e3c5c"}"#,
        #"{"id":0,"description":"Water","due":"20261203T000000Z","end":"20261202T080000Z","imask":0,"#
            + #""parent":"10a617eb-7dd0-46bf-87a7-1884f6b76970","project":"Home.Garden","recur":"2weeks","#
            + #""status":"completed","uuid":"8"}"#,
        #"{"id":0,"description":"Old","end":"20261126T192508Z","status":"deleted","uuid":"9"}"#,
    ]
    static let array = "[\n\(lines.joined(separator: ",\n"))\n]\n"

    @Test(
        "has lists by project, days, tags, annotations and attributes",
        arguments: [
            array, lines.joined(separator: "\n"), lines.joined(separator: ",\r\n") + "\n",
        ])
    func lists(text: String) throws {
        let plan = try ForeignFormat.taskwarrior.plan(of: text)
        #expect(plan.checklists.map(\.draft.name) == ["Imported", "Home"])
        #expect(plan.outline() == ["Buy milk", "Call"])
        try #require(plan.checklists.count == 2)
        #expect(plan.checklists[1].sections == ["Garden"])
        let milk = try #require(plan.item("Buy milk"))
        #expect(milk.draft.dueDate == .at("2026-12-02T18:30:00Z"))
        #expect(milk.draft.patch.details.startOn == .of2026(12, 1))
        #expect(milk.draft.patch.details.tags == ["food", "shop"])
        #expect(milk.createdAt == .at("2026-11-26T19:25:08Z"))
        #expect(milk.updatedAt == .at("2026-11-26T19:25:09Z"))
        #expect(
            milk.draft.notes == """
                2026-11-26 Two litres https://example.org/
                Wait: 2026-11-30
                Started: 2026-11-26 20:00
                client: Ada & Co
                estimate: 3.5
                """)
        let call = try #require(plan.draft("Call"))
        #expect(call.patch.details.startOn == .of2026(12, 20))
        #expect(call.notes == "Until: 2026-12-24 12:00\nPriority: L\nDepends on: Buy milk, unknown")
        #expect(plan.notes.first.filter { $0.outcome == .leftOut }.map(\.value) == ["Old"])
    }

    @Test("repeats the first pending occurrence, without the template")
    func recurrence() throws {
        let items = try ForeignFormat.taskwarrior.plan(of: Self.array).checklists.last?.items ?? []
        try #require(items.count == 2)
        #expect(items.map(\.draft.dueOn) == [.of2026(12, 17), .of2026(12, 3)])
        #expect(
            items.map(\.draft.recurrence?.rule.text) == [
                "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270601T000000Z", nil,
            ])
        #expect(items[1].checkedAt == .at("2026-12-02T08:00:00Z"))
    }

    @Test("repeats a template at its next occurrence if none is pending")
    func template() throws {
        let lines = [Self.lines[0], Self.lines[5]].joined(separator: "\n")
        let items = try ForeignFormat.taskwarrior.plan(of: lines).checklists[0].items
        try #require(items.count == 2)
        #expect(items.map(\.draft.dueOn) == [.of2026(12, 17), .of2026(12, 3)])
        #expect(items[0].draft.important == true)
        #expect(items[0].draft.recurrence != nil)
    }

    @Test("repeats an occurrence whose template the export lacks, but not one of a deleted template")
    func lackingTemplate() throws {
        let plan = try ForeignFormat.taskwarrior.plan(of: "[\(Self.lines[4])]")
        #expect(plan.draft("Water")?.recurrence?.rule.text == "FREQ=WEEKLY;INTERVAL=2")
        let deleted = Self.lines[0].replacing("\"recurring\"", with: "\"deleted\"")
        let other = try ForeignFormat.taskwarrior.plan(of: "[\(Self.lines[4]),\(deleted)]")
        #expect(other.draft("Water")?.recurrence == nil)
    }

    @Test(
        "has the periods of version 2.6",
        arguments: [
            ("daily", "FREQ=DAILY"), ("3d", "FREQ=DAILY;INTERVAL=3"), ("10 days", "FREQ=DAILY;INTERVAL=10"),
            ("weekly", "FREQ=WEEKLY"),
            ("2wks", "FREQ=WEEKLY;INTERVAL=2"), ("biweekly", "FREQ=WEEKLY;INTERVAL=2"),
            ("P2W", "FREQ=WEEKLY;INTERVAL=2"), ("monthly", "FREQ=MONTHLY"), ("P1M", "FREQ=MONTHLY"),
            ("6mo", "FREQ=MONTHLY;INTERVAL=6"), ("quarterly", "FREQ=MONTHLY;INTERVAL=3"),
            ("2q", "FREQ=MONTHLY;INTERVAL=6"), ("annual", "FREQ=YEARLY"), ("P1Y", "FREQ=YEARLY"),
            ("biannual", "FREQ=YEARLY;INTERVAL=2"),
        ])
    func periods(period: String, rule: String) {
        #expect(Period(period)?.rule == rule)
    }

    @Test(
        "keeps other periods in the notes",
        arguments: ["PT12H", "0d", "99999999999999999999w", "often", "P", ""])
    func otherPeriods(period: String) throws {
        #expect(Period(period)?.rule == nil)
        let plan = try ForeignFormat.taskwarrior.plan(
            of:
                #"{"description": "A", "due": "20261203T120000Z", "#
                + #""recur": "\#(period)", "status": "recurring"}"#
        )
        #expect(plan.draft("A")?.notes == (period.isEmpty ? nil : "Repeat: \(period)"))
    }

    @Test("has days in the zone of the person")
    func zone() throws {
        let text = #"{"description": "A", "due": "20261202T230000Z", "scheduled": "20261201T225959Z"}"#
        let draft = try ForeignFormat.taskwarrior.plan(of: text, .fixed(zone: "Europe/Berlin")).draft("A")
        #expect(draft?.dueOn == .of2026(12, 3))
        #expect(draft?.patch.details.startOn == .of2026(12, 1))
    }

    @Test("names the line of an error, and of a note")
    func places() throws {
        #expect(
            throws: ImportError.malformed(
                "Line 2: The file is not JSON: the text ends before a value at byte 15.")
        ) {
            try ForeignFormat.taskwarrior.plan(of: "{\"description\": \"A\"}\n{\"description\":\n")
        }
        let plan = try ForeignFormat.taskwarrior.plan(
            of: "{\"description\": \"A\"}\n\n{\"description\": \"B\", \"due\": \"soon\"}\n3")
        #expect(
            plan.notes.first == [
                ImportNote("line 3", "due", .invalid, "soon"), ImportNote("line 4", "", .invalid, "3"),
            ])
    }

    @Test("with 100,000 dependencies on a long text takes linear time")
    func dependencies() throws {
        let long = String(repeating: "x", count: 1_000_000)
        var tasks = (0..<100_000).map { _ in #"{"description": "A", "depends": "u"}"# }
        tasks.append(#"{"description": "\#(long)", "uuid": "u"}"#)
        let plan = try ForeignFormat.taskwarrior.plan(of: tasks.joined(separator: "\n"))
        #expect(plan.checklists[0].items.count == 100_001)
    }

    @Test("that is damaged gives a plan or an error", arguments: [array, lines.joined(separator: "\n")])
    func damaged(text: String) {
        let files = DamagedFiles(.taskwarrior, text)
        #expect(files.readCuts() < text.utf8.count / 10)
        #expect(files.readMutations(2_000, seed: 5) > 100)
    }
}
