import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `An announcement` {
    private let entrance = Entrance(service: Service(pageAddress: "https://lists.example"))
    private let path = "/v1/checklists/1/announcements"
    private let shopping = #"{"kind": "shopping"}"#

    private func send(
        _ method: HTTP.Method, _ path: String, _ body: String? = nil, as token: String? = nil
    ) async throws -> Answer {
        let token = try token ?? #require(Entrance.texts[.admin])
        return await entrance.send(method, path, "Bearer \(token)", body: body).answer
    }

    /// Adds a person as a member of list 1.
    private func add(_ name: String, _ number: Int, role: String) async throws {
        _ = try await send(.post, "/v1/people", #"{"name": "\#(name)"}"#)
        try await setRole(role, of: number)
    }

    private func setRole(_ role: String, of number: Int) async throws {
        let body = #"{"role": "\#(role)"}"#
        try await #expect(send(.put, "/v1/checklists/1/members/\(number)", body).status == 200)
    }

    /// The token of a device of a person. All secrets of the service are equal: one person can sign in.
    private func signIn(_ number: Int) async throws -> String {
        let link = try await send(.post, "/v1/people/\(number)/sign-in-links", #"{"scope": "write"}"#)
        let secret = try #require(link["secret"].text)
        let device = try await send(.post, "/v1/devices", #"{"secret": "\#(secret)", "name": "Phone"}"#)
        return try #require(device["token"].text)
    }

    /// The session of a person.
    private func session(_ number: Int) -> Session {
        Session(entrance.service.store, for: .person(Person.ID(rawValue: number), device: nil))
    }

    private func channel(_ language: Language, of number: Int) async throws {
        var draft = WebhookDraft(
            url: "https://ntfy.example/lists", secret: Webhook.Secret(bytes: Array(0..<32)))
        (draft.format, draft.language) = (.ntfy, language)
        _ = try await session(number).addWebhook(draft, idempotencyKey: nil)
    }

    /// The title and the text of the last message to a person, whose only webhook has the same number.
    private func texts(_ number: Int) async throws -> [String] {
        let webhook = Webhook.ID(rawValue: number)
        let deliveries = try await session(number).deliveries(of: webhook, status: nil, PageRequest())
            .elements
        let delivery = try #require(deliveries.first)
        let message = try JSONValue.parse(delivery.body)
        #expect(message["click"] == "https://lists.example/#/lists/1")
        return ["title", "message"].compactMap { message[$0]?.text }
    }

    init() async throws {
        _ = try await send(.post, "/v1/checklists", #"{"name": "Groceries"}"#)
    }

    @Test func `tells each member in their language who goes shopping, once an hour`() async throws {
        try await add("Ada", 2, role: "edit")
        try await add("Bea", 3, role: "view")
        let ada = try await signIn(2)
        try await channel(.french, of: 1)
        try await channel(.german, of: 2)
        try await channel(.japanese, of: 3)
        let first = try await send(.post, path, shopping, as: ada)
        #expect(first.status == 200, "\(first.text)")
        let operation = Description.shared.operations.first { $0.id == "createAnnouncement" }
        let example = try JSONValue.parse(Array(try #require(operation?.responseExample).utf8))
        for name in ["kind", "notified"] { #expect(first[name] == example[name]) }
        #expect(first["notified"].array?.map { $0["name"] } == ["Me", "Bea"])
        #expect(first["notified"].array?.map { $0["personId"] } == [1, 3])
        #expect(first.fields[.idempotentReplayed] == nil)
        try await #expect(texts(1) == ["Ada va faire les courses", "Groceries"])
        try await #expect(texts(3) == ["Adaさんが買い物に行きます", "Groceries"])
        let again = try await send(.post, path, shopping, as: ada)
        #expect(again.bytes == first.bytes && again.fields[.idempotentReplayed] == "true")
        // The default name identifies no person.
        try await #expect(send(.post, path, shopping)["notified"].array?.count == 2)
        try await #expect(texts(2) == ["Ein Mitglied geht einkaufen", "Groceries"])
    }

    @Test func `is for persons who may edit the list`() async throws {
        let route = entrance.service.api.routes.first { $0.pattern.hasSuffix("/announcements") }
        #expect(route?.permission == .persons(.write))
        try await add("Bea", 2, role: "check")
        let bea = try await signIn(2)
        try await #expect(send(.post, path, shopping, as: bea).status == 403)
        try await setRole("edit", of: 2)
        try await #expect(send(.post, path, shopping, as: bea).status == 200)
        try await #expect(send(.delete, "/v1/checklists/1/members/2").status == 204)
        try await #expect(send(.post, path, shopping, as: bea).status == 404)
    }

    @Test(arguments: [
        ("{}", "/kind: missing"),
        (#"{"kind": "cooking"}"#, "/kind: not-one-of"),
        (#"{"kind": "shopping", "notified": []}"#, "/notified: read-only"),
        (#"{"kind": "shopping", "text": "Hi"}"#, "/text: unknown-field"),
    ])
    func `takes nothing else`(body: String, error: String) async throws {
        let answer = try await send(.post, path, body)
        #expect(answer.status == 422 && answer.errors == [error])
    }
}
