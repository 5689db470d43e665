import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("Microsoft To Do")
struct MicrosoftToDoReaderTests {
    static let file = """
        {"@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users('a')/todo/lists", "value": [
          {"@odata.etag": "W/\\"a\\"", "displayName": "Home", "isOwner": true, "isShared": false,
           "wellknownListName": "none", "id": "L1", "tasks": [
            {"@odata.etag": "W/\\"b\\"", "importance": "high", "isReminderOn": true, "status": "notStarted",
             "title": "Pay rent", "createdDateTime": "2026-11-01T08:00:00.1234567Z",
             "lastModifiedDateTime": "2026-11-02T08:00:00.1234567Z", "hasAttachments": true,
             "categories": ["Money", "Blue category"], "id": "T1",
             "body": {"content": "<html><body><div>By <b>transfer</b>.</div></body></html>",
                      "contentType": "html"},
             "dueDateTime": {"dateTime": "2026-12-30T23:00:00.0000000", "timeZone": "UTC"},
             "startDateTime": {"dateTime": "2026-12-31T00:00:00.0000000",
                               "timeZone": "W. Europe Standard Time"},
             "reminderDateTime": {"dateTime": "2026-12-31T09:00:00.0000000",
                                  "timeZone": "W. Europe Standard Time"},
             "recurrence": {"pattern": {"type": "absoluteMonthly", "interval": 1, "month": 0,
                            "dayOfMonth": 31, "daysOfWeek": [], "firstDayOfWeek": "sunday", "index": "first"},
                            "range": {"type": "noEnd", "startDate": "2026-12-31", "endDate": "0001-01-01",
                            "recurrenceTimeZone": "UTC", "numberOfOccurrences": 0}},
             "linkedResources": [{"webUrl": "https://example.org/1", "applicationName": "Mail",
                                  "displayName": "The invoice", "id": "R"}],
             "checklistItems": [
               {"displayName": "Look up", "createdDateTime": "2026-11-01T08:00:00Z", "isChecked": false,
                "id": "C1"},
               {"displayName": "Sign", "createdDateTime": "2026-11-01T08:00:00Z", "isChecked": true,
                "checkedDateTime": "2026-11-02T08:00:00Z", "id": "C2"}]},
            {"importance": "low", "isReminderOn": false, "status": "completed", "title": "Call",
             "body": {"content": "Plain <text>", "contentType": "text"}, "id": "T2",
             "completedDateTime": {"dateTime": "2026-11-20T00:00:00.0000000", "timeZone": "UTC"}},
            {"importance": "normal", "status": "waitingOnOthers", "title": "Wait", "id": "T3",
             "dueDateTime": {"dateTime": "2026-12-05T00:00:00.0000000", "timeZone": "tzone://Microsoft/Utc"}}
           ]},
          {"displayName": "Empty", "id": "L2", "tasks": []}]}
        """

    @Test("keeps lists, days, notes, alarms, tags and steps")
    func lists() throws {
        let plan = try ForeignFormat.microsoftToDo.plan(of: Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["Home", "Empty"])
        #expect(plan.outline() == ["Pay rent", "Pay rent/Look up", "Pay rent/Sign", "Call", "Wait"])
        let rent = try #require(plan.item("Pay rent"))
        #expect(rent.draft.dueOn == .of2026(12, 31))
        #expect(rent.draft.patch.details.startOn == nil)
        #expect(rent.draft.alarms == [.at(try #require(.at("2026-12-31T08:00:00Z")))])
        #expect(rent.draft.recurrence?.rule.text == "FREQ=MONTHLY;BYMONTHDAY=-1")
        #expect(rent.draft.important == true)
        #expect(rent.draft.patch.details.tags == ["Money", "Blue category"])
        #expect(rent.draft.notes == "By transfer.\nMail: The invoice https://example.org/1")
        #expect(rent.createdAt == .at("2026-11-01T08:00:00.123Z"))
        #expect(plan.item("Sign")?.checkedAt == .at("2026-11-02T08:00:00Z"))
        #expect(plan.item("Call")?.checkedAt == .at("2026-11-20T00:00:00Z"))
        #expect(plan.draft("Call")?.notes == "Plain <text>\nImportance: low")
        #expect(plan.draft("Wait")?.dueOn == .of2026(12, 5))
        #expect(plan.draft("Wait")?.notes == "Status: Waiting on others")
        #expect(plan.notes(at: "/value/0/tasks/0").map(\.code) == [.notSupported, .keptInNotes])
    }

    @Test(
        "counts the days of a person west or east of UTC",
        arguments: [
            ("2026-12-03T00:00:00.0000000", "America/New_York", "Pacific Standard Time", 3),
            ("2026-12-03T05:00:00.0000000", "America/New_York", "UTC", 3),
            ("2026-12-03T08:00:00.0000000", "America/New_York", "UTC", 3),
            ("2026-12-02T23:00:00.0000000", "Europe/Berlin", "UTC", 3),
            ("2026-12-02T22:00:00.0000000", "UTC", "UTC", 3),
            ("2026-12-03T17:30:00.0000000", "UTC", "Tokyo Standard Time", 3),
            ("2026-12-03", "UTC", "Mars", 3),
        ])
    func days(time: String, home: String, zone: String, day: Int) throws {
        let plan = try ForeignFormat.microsoftToDo.plan(
            of: #"[{"title": "A", "dueDateTime": {"dateTime": "\#(time)", "timeZone": "\#(zone)"}}]"#,
            .fixed(zone: home))
        #expect(plan.draft("A")?.dueOn == .of2026(12, day))
    }

    @Test(
        "keeps recurrences",
        arguments: [
            (#"{"type": "daily", "interval": 3}"#, "FREQ=DAILY;INTERVAL=3"),
            (
                #"{"type": "weekly", "interval": 2, "daysOfWeek": ["monday", "friday"], "#
                    + #""firstDayOfWeek": "sunday"}"#,
                "FREQ=WEEKLY;BYDAY=MO,FR;INTERVAL=2;WKST=SU"
            ),
            (
                #"{"type": "absoluteMonthly", "dayOfMonth": 30}"#,
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
            ),
            (
                #"{"type": "relativeMonthly", "daysOfWeek": ["tuesday"], "index": "last"}"#,
                "FREQ=MONTHLY;BYDAY=-1TU"
            ),
            (
                #"{"type": "relativeMonthly", "daysOfWeek": ["saturday", "sunday"], "index": "first"}"#,
                "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1"
            ),
            (
                #"{"type": "absoluteYearly", "month": 12, "dayOfMonth": 24}"#,
                "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24"
            ),
            (
                #"{"type": "relativeYearly", "month": 5, "daysOfWeek": ["sunday"], "index": "second"}"#,
                "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU"
            ),
        ])
    func recurrences(pattern: String, rule: String) throws {
        let ranges = [
            (#"{"type": "numbered", "numberOfOccurrences": 4}"#, ";COUNT=4"),
            (#"{"type": "endDate", "endDate": "2027-12-31"}"#, ";UNTIL=20271231"),
        ]
        for (range, end) in ranges {
            let plan = try ForeignFormat.microsoftToDo.plan(
                of: """
                    {"title": "A", "dueDateTime": {"dateTime": "2026-12-03T00:00:00", "timeZone": "UTC"},
                    "recurrence": {"pattern": \(pattern), "range": \(range)}}
                    """)
            #expect(plan.draft("A")?.recurrence?.rule.text == rule + end)
        }
    }

    @Test("keeps an unknown recurrence in the notes")
    func unknownRecurrence() throws {
        let plan = try ForeignFormat.microsoftToDo.plan(
            of: #"[{"title": "A", "recurrence": {"pattern": {"type": "hourly"}}}]"#)
        #expect(plan.draft("A")?.notes == "Repeat: hourly")
    }

    @Test("can be tasks alone, on a list with the given name")
    func tasks() throws {
        var settings = ImportSettings.fixed()
        settings.name = "Work"
        for text in [#"[{"title": "A"}]"#, #"{"value": [{"title": "A"}]}"#, #"{"title": "A"}"#] {
            let plan = try ForeignFormat.microsoftToDo.plan(of: text, settings)
            #expect(plan.checklists.map(\.draft.name) == ["Work"])
            #expect(plan.outline() == ["A"])
        }
        let list = #"{"displayName": "Home", "value": [{"title": "A"}, {"@removed": {"reason": "deleted"}}]}"#
        let plan = try ForeignFormat.microsoftToDo.plan(of: list)
        #expect(plan.checklists.map(\.draft.name) == ["Home"])
        #expect(plan.notes.first == [ImportNote("/value/1", "", .deleted)])
    }

    @Test("that is damaged gives a plan or an error")
    func damaged() {
        let files = DamagedFiles(.microsoftToDo, Self.file)
        #expect(files.readCuts() == 0)
        #expect(files.readMutations(2_000, seed: 2) > 100)
    }
}
