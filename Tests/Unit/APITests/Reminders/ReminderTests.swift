import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `Reminders` {
    private let service = Service()

    /// Adds an item that reminds at a moment, and answers its address.
    private func item(dueAt date: String) async -> String {
        _ = await service.post("/v1/checklists", #"{"name": "List"}"#)
        let body = #"{"text": "Milk", "dueDate": "\#(date)", "shouldRemind": true}"#
        return await service.post("/v1/checklists/1/items", body).fields[.location] ?? ""
    }

    @Test func `are listed while they are to come`() async {
        _ = await item(dueAt: "2026-11-21T00:00:00Z")
        _ = await item(dueAt: "2026-11-20T00:00:00Z")
        let answer = await service.get("/v1/reminders")
        #expect(answer.status == 200)
        #expect(answer.fields[.xTotalCount] == "1")
        #expect(
            answer.text
                == #"[{"itemId":1,"checklistId":1,"text":"Milk","at":"2026-11-21T00:00:00.000Z"}]"#)
    }

    @Test func `can be put off for a time or until then, and leave the due date alone`() async {
        let item = await item(dueAt: "2026-11-21T00:00:00Z")
        let first = await service.post("\(item)/snooze", #"{"for": "PT10M"}"#)
        #expect(first.json["snoozedUntil"] == .string("2026-11-21T00:05:57.484Z"))
        #expect(first.json["dueDate"] == .string("2026-11-21T00:00:00.000Z"))
        let second = await service.post("\(item)/snooze", #"{"until": "2026-12-01T08:00:00+01:00"}"#)
        #expect(second.json["snoozedUntil"] == .string("2026-12-01T07:00:00.000Z"))
        #expect(await service.get("/v1/reminders").text.contains(#""at":"2026-12-01T07:00:00.000Z""#))
    }

    @Test(arguments: [
        "{}", #"{"for": "PT1M", "until": "2026-12-01T08:00:00Z"}"#, #"{"for": "P1M"}"#, #"{"for": "PT0S"}"#,
        #"{"for": "P367D"}"#, #"{"for": "1 hour"}"#, #"{"for": 5}"#, #"{"until": "tomorrow"}"#,
        #"{"in": "PT1M"}"#,
    ])
    func `cannot be put off by what is no time`(body: String) async {
        let item = await item(dueAt: "2026-11-21T00:00:00Z")
        #expect(await service.post("\(item)/snooze", body).status == 422)
    }

    @Test func `cannot be put off into the past, nor where there is none`() async {
        let item = await item(dueAt: "2026-11-21T00:00:00Z")
        #expect(await service.post("\(item)/snooze", #"{"until": "2026-11-20T00:00:00Z"}"#).status == 409)
        _ = await service.post("\(item)/toggle", nil)
        #expect(await service.post("\(item)/snooze", #"{"for": "PT1H"}"#).status == 409)
        #expect(await service.post("/v1/items/99/snooze", #"{"for": "PT1H"}"#).status == 404)
    }
}

@Suite struct `A message about a reminder` {
    private func reminder(notes: String, text: String = "Milk") -> DueReminder {
        let moment = Timestamp(milliseconds: 1_767_225_600_000)
        let checklist = Checklist(
            id: Checklist.ID(rawValue: 1), name: "List", icon: .folder, createdAt: moment, updatedAt: moment,
            revision: .zero)
        let item = Item(
            id: Item.ID(rawValue: 7), checklistID: checklist.id, text: text, notes: notes, position: 1,
            createdAt: moment, updatedAt: moment, revision: .zero)
        return DueReminder(
            occurrenceID: "rem_7_1", item: item, checklist: checklist, scheduledFor: moment,
            firedAt: moment.advanced(byMilliseconds: 61_000), late: true)
    }

    @Test func `says what, when and how late`() throws {
        let text = String(decoding: WebhookMessage.reminder(reminder(notes: "")), as: UTF8.self)
        #expect(text.hasPrefix(#"{"type":"reminder.due","timestamp":"2026-01-01T00:01:01.000Z","data":{"#))
        #expect(text.contains(#""late":true,"lateBySeconds":61"#))
        #expect(!text.contains("truncated"))
    }

    @Test(arguments: ["a", "\n", "é", "\"", "👨‍👩‍👧‍👦"])
    func `cuts notes to fit, between characters, and says so`(character: String) throws {
        let notes = String(repeating: character, count: 20_000)
        let message = WebhookMessage.reminder(reminder(notes: notes))
        #expect(message.count <= 20_000)
        #expect(message.count > 14_000)
        let text = try #require(String(validating: message, as: UTF8.self))
        #expect(text.contains(#""truncated":["notes"]"#))
    }

    @Test func `cuts the other texts where notes are not enough`() {
        let text = String(
            repeating: "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}", count: 1_000
        )
        let message = WebhookMessage.reminder(reminder(notes: "notes", text: text))
        #expect(message.count <= 20_000)
        #expect(String(decoding: message, as: UTF8.self).contains(#""truncated":["notes","text""#))
    }
}
