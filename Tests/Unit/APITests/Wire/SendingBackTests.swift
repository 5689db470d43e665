import Checklists
import HTTP
import JSON
import Testing

@testable import API

/// An operation that changes a resource, with the address that shows it.
private struct Change: Sendable, CustomTestStringConvertible {
    let operation: String
    let target: String
    /// The address of the resource, if it differs.
    var source: String?
    /// The array of the source that has the resource as its first element; empty if the source is the array.
    var array: String?
    /// A field that no client can set.
    let readOnly: String?

    init(
        _ operation: String, _ target: String, from source: String? = nil, firstOf array: String? = nil,
        readOnly: String?
    ) {
        self.operation = operation
        self.target = target
        self.source = source
        self.array = array
        self.readOnly = readOnly
    }

    var testDescription: String { "\(operation) \(target)" }

    static let all: [Change] =
        (1...7).map { Change("updateItem", "/v1/items/\($0)", readOnly: "createdAt") }
        + (1...3).map { Change("updateWebhook", "/v1/webhooks/\($0)", readOnly: "createdAt") }
        + [
            Change("updateChecklist", "/v1/checklists/1", readOnly: "itemsCount"),
            Change(
                "updateSection", "/v1/checklists/1/sections/{id}", from: "/v1/checklists/1",
                firstOf: "sections", readOnly: "id"),
            Change("updateView", "/v1/views/{id}", from: "/v1/views", firstOf: "", readOnly: "id"),
            Change(
                "updateView", "/v1/views/{id}", from: "/v1/views?include=itemsCount", firstOf: "",
                readOnly: "itemsCount"),
            Change("updatePreferences", "/v1/preferences", readOnly: nil),
            Change("updatePerson", "/v1/people/1", readOnly: "devicesCount"),
            Change("setEmail", "/v1/me/email", readOnly: "confirmed"),
            Change(
                "setMember", "/v1/checklists/1/members/1", from: "/v1/checklists/1/members", firstOf: "",
                readOnly: "name"),
            Change("setMembership", "/v1/checklists/1/membership", readOnly: "position"),
            Change("updateMembership", "/v1/checklists/1/membership", readOnly: "role"),
        ]

    /// Operations that change no single resource which an operation shows.
    static let others: Set = ["updateChecklistItems", "updateTag", "setSnooze"]
}

@Suite struct `A resource that is sent back` {
    let service: Service

    init() async {
        service = Service(
            pageAddress: "https://lists.example", links: MessageLinks(.drawn()), sendsMail: true)
        _ = await service.post(
            "/v1/checklists", #"{"name": "Food", "resetRule": {"rule": "FREQ=DAILY"}}"#)
        let section = await service.post("/v1/checklists/1/sections", #"{"name": "Cold"}"#)["id"].integer ?? 0
        let items = [
            #"{"text": "Plain"}"#,
            """
            {"text": "Day", "notes": "a\\n\\nb", "dueOn": "2026-12-24", "timeZone": "Europe/Paris",
             "tags": ["food"]}
            """,
            """
            {"text": "Series", "dueDate": "2026-12-01T18:00:00Z", "shouldRemind": true,
             "recurrence": {"rule": "FREQ=WEEKLY"},
             "alarms": [{"offset": "-PT1H"}], "timeZone": "Europe/Paris"}
            """,
            """
            {"text": "Place", "location": {"street": "Museumsinsel 1", "latitude": 52.5, "longitude": 13.4},
             "quantity": 1.5, "unit": "kg", "important": true, "sectionId": SECTION, "assigneeId": 1}
            """,
            #"{"text": "Subtask", "parentId": 1, "startOn": "2026-12-01"}"#,
            #"{"text": "Done", "checked": true}"#,
            #"{"text": "Snoozed", "dueDate": "2026-12-01T18:00:00Z", "shouldRemind": true}"#,
        ]
        for item in items {
            let item = item.replacing("SECTION", with: "\(section)")
            let answer = await service.post("/v1/checklists/1/items", item)
            #expect(answer.status == 201, "\(item): \(answer.text)")
        }
        _ = await service.send(.put, "/v1/items/7/snooze", #"{"until": "2026-12-02T18:00:00Z"}"#)
        for webhook in [
            #"{"url": "https://example.org/", "authorization": "Bearer 3f9a", "checklistIds": [1]}"#,
            #"{"url": "https://example.org/lists", "format": "ntfy", "authorization": "3f9a"}"#,
            """
            {"url": "https://example.org/", "format": "template", "template": {"body": "{}"}, "active": false}
            """,
        ] {
            let answer = await service.post("/v1/webhooks", webhook)
            #expect(answer.status == 201, "\(webhook): \(answer.text)")
        }
        _ = await service.post("/v1/views", #"{"name": "Today", "query": {"checked": false}}"#)
        _ = await service.send(.put, "/v1/me/email", #"{"address": "ada@example.org"}"#)
    }

    /// The resource, as it is read.
    private func read(_ change: Change) async throws -> (json: JSONValue, etag: String?) {
        let answer = await service.get(change.source ?? change.target)
        #expect(answer.status == 200, "\(answer.text)")
        guard let name = change.array else { return (answer.json, answer.fields[.etag]) }
        let array = name.isEmpty ? answer.json : try #require(answer.json[name])
        return (try #require(array.array?.first), answer.fields[.etag])
    }

    private func send(
        _ change: Change, _ json: JSONValue, to target: String? = nil, _ fields: Fields = [:]
    ) async throws -> Answer {
        let operation = try #require(Description.shared.operations.first { $0.id == change.operation })
        let body = String(decoding: json.jsonBytes, as: UTF8.self)
        let target = target ?? change.target.replacing("{id}", with: "\(json["id"]?.integer ?? 0)")
        return await service.send(operation.method, target, body, fields)
    }

    @Test func `is tested for every operation that changes one`() {
        let operations = Description.shared.operations.filter { [.patch, .put].contains($0.method) }.map(\.id)
        #expect(Set(operations) == Set(Change.all.map(\.operation)).union(Change.others))
    }

    @Test(arguments: Change.all)
    fileprivate func `unchanged is accepted, and nothing changes`(change: Change) async throws {
        let before = try await read(change)
        let cursor = await service.get("/v1/changes")["next"]
        service.pass(milliseconds: 1_000)
        let answer = try await send(change, before.json)
        #expect(answer.status == 200, "\(answer.text)")
        let after = try await read(change)
        #expect(after.json == before.json && after.etag == before.etag)
        // Setting an unconfirmed address again repeats its message.
        if change.operation == "setEmail" { return }
        #expect(await service.get("/v1/changes")["next"] == cursor)
    }

    @Test(arguments: Change.all)
    fileprivate func `with another value of a read-only field is refused`(change: Change) async throws {
        guard let name = change.readOnly else { return }
        let before = try await read(change)
        for value in ["another", 99, nil] as [JSONValue] {
            let target = change.target.replacing("{id}", with: "\(before.json["id"]?.integer ?? 0)")
            let answer = try await send(change, before.json.with(name, value), to: target)
            #expect(answer.status == 422 && answer.errors == ["/\(name): read-only"], "\(answer.text)")
        }
        #expect(try await read(change).json == before.json)
    }

    @Test func `may have its timestamps in another form`() async throws {
        let item = try #require(Change.all.first)
        let json = try await read(item).json
        let time = try #require(json["createdAt"]?.text)
        let other = time.replacing("57.484Z", with: "57.484000+00:00")
        #expect(other != time)
        #expect(try await send(item, json.with("createdAt", .string(other))).status == 200)
        let later = time.replacing("57.484Z", with: "57.485Z")
        let answer = try await send(item, json.with("createdAt", .string(later)))
        #expect(answer.errors == ["/createdAt: read-only"])
    }

    @Test func `is compared with the state that the change applies to`() async throws {
        let item = try #require(Change.all.first)
        let (json, etag) = try await read(item)
        service.pass(milliseconds: 1_000)
        #expect(await service.patch("/v1/items/1", #"{"text": "Other"}"#).status == 200)
        // `updatedAt` is another one now.
        #expect(try await send(item, json).errors == ["/updatedAt: read-only"])
        #expect(try await send(item, json, [.ifMatch: try #require(etag)]).status == 412)
        let now = try await read(item)
        let changed = now.json.with("notes", "New")
        let answer = try await send(item, changed, [.ifMatch: try #require(now.etag)])
        #expect(answer.status == 200 && answer["notes"] == "New" && answer["text"] == "Other")
    }

    @Test(arguments: Change.all)
    fileprivate func `is changed only where it is as expected`(change: Change) async throws {
        let before = try await read(change)
        let target = change.target.replacing("{id}", with: "\(before.json["id"]?.integer ?? 0)")
        for member in before.json.members {
            let other = JSONValue.object([.init(member.name, "another")])
            let answer = try await send(change, before.json.expecting(other), to: target)
            #expect(answer.status == 412 && answer["type"] == "tag:checklistd,2026:version-conflict")
            #expect(answer.errors == ["/expect/\(member.name): differs"], "\(answer.text)")
        }
        let unknown = try await send(change, before.json.expecting(["nmae": 1]), to: target)
        #expect(unknown.status == 422 && unknown.errors == ["/expect/nmae: unknown-field"], "\(unknown.text)")
        let wrong = try await send(change, before.json.expecting("name"), to: target)
        #expect(wrong.status == 422 && wrong.errors == ["/expect: wrong-type"], "\(wrong.text)")
        #expect(try await read(change).json == before.json)
        let answer = try await send(change, before.json.expecting(before.json), to: target)
        #expect(answer.status == 200, "\(answer.text)")
    }
}

extension JSONValue {
    fileprivate var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The object with a field `expect`.
    fileprivate func expecting(_ expected: JSONValue) -> JSONValue {
        .object(members + [Member("expect", expected)])
    }

    /// The object with another value of one member.
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == name ? Member(name, value) : $0 })
    }
}
