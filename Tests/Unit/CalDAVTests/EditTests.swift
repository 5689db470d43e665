import CalDAV
import Checklists
import Dates
import HTTP
import Testing

/// What becomes of an app's object when a front end changes the item.
@Suite struct `An edited object` {
    private let client = Client()
    private let path = "\(Client.home)shop/a.ics"

    private func moment(_ text: String) throws -> Timestamp {
        let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
        return Timestamp(milliseconds: try #require(milliseconds))
    }

    /// The lines of an object after an edit.
    private func lines(
        after edit: (Session, Item) async throws -> Void, of lines: String...
    ) async throws -> Set<String> {
        _ = await client.make("shop")
        #expect(await client.put(path, lines).status == 201)
        let session = client.store.asFirst
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        try await edit(session, item)
        let text = await client.send(.get, path).text
        return Set(text.split(separator: "\r\n").map(String.init))
    }

    private func due(_ text: String) throws -> (Session, Item) async throws -> Void {
        var patch = ItemPatch()
        patch.dueDate = try moment(text)
        return { [patch] session, item in _ = try await session.updateItem(item.id, patch, ifMatch: nil) }
    }

    private let toggle: (Session, Item) async throws -> Void = { session, item in
        _ = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
    }

    @Test func `moves its times together, each in its zone`() async throws {
        let lines = try await lines(
            after: due("2026-12-10T09:00:00Z"), of: "DTSTART;TZID=Europe/Paris:20261201T090000",
            "DUE;TZID=Europe/Paris:20261203T100000")
        #expect(lines.contains("DTSTART;TZID=Europe/Paris:20261208T090000"))
        #expect(lines.contains("DUE;TZID=Europe/Paris:20261210T100000"))
    }

    @Test(arguments: ["RRULE:FREQ=DAILY", "X-NO-RULE:1"])
    func `takes the alarm at its due time along`(rule: String) async throws {
        let lines = try await lines(
            after: due("2026-12-10T09:00:00Z"), of: "DUE:20261201T090000Z", rule, "BEGIN:VALARM",
            "UID:alarm", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261201T090000Z", "END:VALARM")
        #expect(lines.isSuperset(of: ["TRIGGER;VALUE=DATE-TIME:20261210T090000Z", "UID:alarm"]))
        let item = try await client.store.asFirst.items(ItemQuery()).elements.first { $0.uid == "a@b" }
        #expect(item?.shouldRemind == true)
    }

    @Test func `takes that alarm along when its series goes on`() async throws {
        let lines = try await lines(
            after: toggle, of: "DUE:20261201T090000Z", "RRULE:FREQ=DAILY", "BEGIN:VALARM", "UID:alarm",
            "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20261201T090000Z", "END:VALARM")
        #expect(lines.isSuperset(of: ["TRIGGER;VALUE=DATE-TIME:20261202T090000Z", "UID:alarm"]))
    }

    @Test func `takes an absolute alarm along, be it due on a day or at a time`() async throws {
        let day = try await lines(
            after: { session, item in
                var patch = ItemPatch()
                patch.dueOn = CivilDate(year: 2026, month: 12, day: 10)
                _ = try await session.updateItem(item.id, patch, ifMatch: nil)
            }, of: "DUE;VALUE=DATE:20261201", "BEGIN:VALARM", "UID:alarm", "ACTION:DISPLAY",
            "TRIGGER;VALUE=DATE-TIME:20261201T080000Z", "END:VALARM")
        #expect(day.isSuperset(of: ["TRIGGER;VALUE=DATE-TIME:20261210T080000Z", "UID:alarm"]))
    }

    @Test func `changes alarms with the same trigger together`() async throws {
        let edited = try await lines(
            after: { session, item in
                var patch = ItemPatch()
                patch.alarms = [.offset(-1_800)]
                _ = try await session.updateItem(item.id, patch, ifMatch: nil)
            }, of: "DUE:20261201T090000Z", "BEGIN:VALARM", "UID:sound", "ACTION:AUDIO", "TRIGGER:-PT15M",
            "END:VALARM", "BEGIN:VALARM", "UID:message", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM")
        #expect(edited.isSuperset(of: ["UID:sound", "UID:message", "TRIGGER;RELATED=END:-PT30M"]))
        #expect(!edited.contains("TRIGGER:-PT15M"))
    }

    @Test func `says its place once it was moved`() async throws {
        let moved = try await lines(
            after: { session, item in
                let draft = ItemDraft(text: "Tea")
                _ = try await session.addItem(draft, to: item.checklistID, idempotencyKey: nil)
                _ = try await session.moveItem(item.id, to: .last, ifMatch: nil, idempotencyKey: nil)
            }, of: "SUMMARY:Milk")
        let item = try await client.store.asFirst.items(ItemQuery()).elements.first { $0.uid == "a@b" }
        #expect(moved.contains("X-APPLE-SORT-ORDER:\(try #require(item).position)"))
        #expect(moved.contains("SUMMARY:Milk"))
    }

    @Test func `keeps an alarm that is related to its start`() async throws {
        let lines = try await lines(
            after: due("2026-12-10T18:00:00Z"), of: "DTSTART:20261201T090000Z", "DUE:20261201T180000Z",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM")
        #expect(lines.isSuperset(of: ["DTSTART:20261210T090000Z", "TRIGGER:-PT15M"]))
    }

    @Test func `goes on by the rule of its start`() async throws {
        let lines = try await lines(
            after: toggle, of: "DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201",
            "RRULE:FREQ=WEEKLY;BYDAY=MO")
        #expect(lines.contains("DTSTART;VALUE=DATE:20261207"))
        #expect(lines.contains("DUE;VALUE=DATE:20261208"))
        #expect(lines.contains("RRULE:FREQ=WEEKLY;BYDAY=MO"))
        #expect(!lines.contains("STATUS:COMPLETED"))
    }

    @Test func `counts down its rule in terms of its start`() async throws {
        let lines = try await lines(
            after: toggle, of: "DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201",
            "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4")
        #expect(lines.contains("RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"))
        #expect(lines.contains("DTSTART;VALUE=DATE:20261207"))
    }

    @Test func `keeps its duration`() async throws {
        let lines = try await lines(
            after: toggle, of: "DTSTART;TZID=Europe/Paris:20261130T090000", "DURATION:PT1H",
            "RRULE:FREQ=WEEKLY")
        #expect(lines.contains("DTSTART;TZID=Europe/Paris:20261207T090000"))
        #expect(lines.contains("DURATION:PT1H"))
        #expect(!lines.contains { $0.hasPrefix("DUE") })
    }

    @Test func `is open where its state is empty`() async throws {
        _ = try await lines(after: { _, item in #expect(!item.checked) }, of: "STATUS:", "COMPLETED:")
    }

    @Test func `has a floating time where the item is, whoever edits it`() async throws {
        let floating = ["SUMMARY:Milk", "DUE:20261201T100000"]
        _ = await client.make("shop")
        let session = client.store.asFirst
        func setZone(_ zone: String) async throws {
            var patch = PreferencesPatch()
            patch.timeZone = zone
            _ = try await session.updatePreferences(patch, ifMatch: nil)
        }
        try await setZone("Europe/Paris")
        _ = await client.put(path, floating)
        try await setZone("Asia/Tokyo")
        _ = await client.put(path, ["SUMMARY:Oat milk", floating[1]])
        let item = try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" }
        #expect(item?.text == "Oat milk")
        #expect(try item?.dueDate == moment("2026-12-01T09:00:00Z"))
    }

    @Test func `keeps what its alarms have when they are put off`() async throws {
        let until = try moment("2026-12-01T10:00:00Z")
        let lines = try await lines(
            after: { session, item in
                _ = try await session.snoozeItem(item.id, until: until, ifMatch: nil, idempotencyKey: nil)
            }, of: "DUE:20261201T090000Z", "BEGIN:VALARM", "UID:first", "ACTION:AUDIO",
            "ATTACH:Chime", "TRIGGER;RELATED=END:-PT1H", "END:VALARM", "BEGIN:VALARM", "UID:second",
            "ACTION:DISPLAY", "ACKNOWLEDGED:20261101T000000Z", "TRIGGER;RELATED=END:PT0S", "END:VALARM")
        #expect(
            lines.isSuperset(of: [
                "UID:first", "ATTACH:Chime", "TRIGGER;RELATED=END:-PT1H", "UID:second",
                "ACKNOWLEDGED:20261101T000000Z", "RELATED-TO;RELTYPE=SNOOZE:first",
                "TRIGGER;VALUE=DATE-TIME:20261201T100000Z",
            ]))
    }

    @Test func `moves its exceptions with it, and leaves them where the series goes on`() async throws {
        let series = ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261205T090000Z"]
        let moved = try await lines(after: due("2026-12-01T10:00:00Z"), of: series[0], series[1], series[2])
        #expect(moved.contains("EXDATE:20261205T100000Z"))
        _ = await client.send(.delete, path)
        let gone = try await lines(after: toggle, of: series[0], series[1], series[2])
        #expect(gone.contains("EXDATE:20261205T090000Z"))
    }
}
