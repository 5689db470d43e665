import Checklists
import HTTP
import JSON
import Testing

@Suite struct `A membership` {
    private let entrance = Entrance()
    private let path = "/v1/checklists/1/membership"

    private func send(
        _ method: HTTP.Method, _ path: String, _ body: String? = nil, as token: String? = nil
    ) async throws -> Answer {
        let token = try token ?? #require(Entrance.texts[.admin])
        return await entrance.send(method, path, "Bearer \(token)", body: body).answer
    }

    private func put(_ body: String) async throws -> Answer { try await send(.put, path, body) }

    init() async throws {
        _ = try await send(.post, "/v1/checklists", #"{"name": "Groceries"}"#)
    }

    @Test func `is as at the start in what is left out`() async throws {
        let who = #"{"personId":1,"name":"Me","role":"own""#
        let start = #"\#(who),"muted":false,"itemSort":null,"showChecked":null}"#
        try await #expect(send(.get, path).text == start)
        let full = try await put(#"{"muted": true, "itemSort": "checked,-dueDate", "showChecked": false}"#)
        #expect(full.status == 200)
        #expect(full["muted"] == true && full["showChecked"] == false)
        #expect(full["itemSort"] == "checked,-dueDate")
        try await #expect(send(.get, path).bytes == full.bytes)
        let muted = try await put(#"{"muted": true}"#)
        #expect(muted["muted"] == true && muted["showChecked"] == nil && muted["itemSort"] == nil)
        try await #expect(put(#"{"itemSort": "text", "showChecked": null}"#)["muted"] == false)
        try await #expect(put("{}").text == start)
    }

    @Test(arguments: [
        (#"{"muted": null}"#, "/muted: must be true or false"),
        (#"{"showChecked": 1}"#, "/showChecked: must be true or false or null"),
        (#"{"role": "view"}"#, "/role: is read-only"),
        (#"{"sort": "text"}"#, "/sort: is not a field of a membership"),
    ])
    func `takes nothing else`(body: String, error: String) async throws {
        let answer = try await put(body)
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
    }

    @Test(arguments: [#""text,-text""#, #""""#, #""colour""#, "1"])
    func `takes no order that there is not`(sort: String) async throws {
        let answer = try await put(#"{"itemSort": \#(sort)}"#)
        #expect(answer.status == 422)
        #expect(answer.errors.first?.hasPrefix("/itemSort: must be some of position, text") == true)
    }

    @Test func `shows others nothing, and changes nothing for them`() async throws {
        _ = try await send(.post, "/v1/people", #"{"name": "Ada"}"#)
        let link = try await send(.post, "/v1/people/2/sign-in-links", #"{"scope": "write"}"#)
        let secret = try #require(link["secret"].text)
        let device = try await send(.post, "/v1/devices", #"{"secret": "\#(secret)", "name": "Phone"}"#)
        let ada = try #require(device["token"].text)
        _ = try await send(.put, "/v1/checklists/1/members/2", #"{"role": "view"}"#)
        let seen = ["/v1/checklists/1", "/v1/checklists/1/members", "/v1/checklists/1/items", path]
        var before: [[UInt8]] = []
        for path in seen { before.append(try await send(.get, path).bytes) }
        let wanted = #"{"muted": true, "itemSort": "-text", "showChecked": false}"#
        try await #expect(send(.put, path, wanted, as: ada)["itemSort"] == "-text")
        for (path, bytes) in zip(seen, before) {
            try await #expect(send(.get, path).bytes == bytes, "\(path)")
        }
        let members = try await send(.get, "/v1/checklists/1/members", as: ada).elements
        #expect(members.first?["muted"] == .none && members.first?["itemSort"] == .none)
        #expect(members.last?["muted"] == true && members.last?["itemSort"] == "-text")
        // Who says what the other may do learns nothing by it.
        let role = try await send(.put, "/v1/checklists/1/members/2", #"{"role": "check"}"#)
        #expect(role.text == #"{"personId":2,"name":"Ada","role":"check"}"#)
        try await #expect(send(.get, path, as: ada)["showChecked"] == false)
    }
}
