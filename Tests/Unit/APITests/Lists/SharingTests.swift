import Checklists
import HTTP
import JSON
import Testing

@testable import API

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
        let who = #"{"personId":1,"name":"Me","role":"own","offeredRole":null"#
        let order = #""position":0,"pinned":false,"archivedAt":null}"#
        let start = #"\#(who),"muted":false,"itemSort":null,"showChecked":null,\#(order)"#
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
        (#"{"muted": null}"#, "/muted: wrong-type"),
        (#"{"showChecked": 1}"#, "/showChecked: wrong-type"),
        (#"{"role": "view"}"#, "/role: read-only"),
        (#"{"sort": "text"}"#, "/sort: unknown-field"),
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
        #expect(answer.errors == ["/itemSort: not-a-sort-order"])
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
        #expect(role.text == #"{"personId":2,"name":"Ada","role":"check","offeredRole":null}"#)
        try await #expect(send(.get, path, as: ada)["showChecked"] == false)
    }
}

@Suite struct `A member` {
    private let entrance = Entrance(service: Service(makeSecret: Service.differentSecrets()))
    private let admin: String
    private let ada: String
    private let bea: String

    private static func send(
        _ method: HTTP.Method, _ path: String, _ body: String? = nil, as token: String, to entrance: Entrance
    ) async -> Answer {
        await entrance.send(method, path, "Bearer \(token)", body: body).answer
    }

    private func send(
        _ method: HTTP.Method, _ path: String, _ body: String? = nil, as token: String
    ) async -> Answer {
        await Self.send(method, path, body, as: token, to: entrance)
    }

    /// Ada, who is person 2 and has list 1, and Bea, who is person 3.
    init() async throws {
        let admin = try #require(Entrance.texts[.admin])
        self.admin = admin
        var tokens: [String] = []
        for name in ["Ada", "Bea"] {
            let person = await Self.send(
                .post, "/v1/people", #"{"name": "\#(name)"}"#, as: admin, to: entrance)
            let links = "/v1/people/\(try #require(person["id"].integer))/sign-in-links"
            let link = await Self.send(.post, links, #"{"scope": "write"}"#, as: admin, to: entrance)
            let body = #"{"secret": "\#(try #require(link["secret"].text))", "name": "Phone"}"#
            let device = await Self.send(.post, "/v1/devices", body, as: admin, to: entrance)
            tokens.append(try #require(device["token"].text))
        }
        (ada, bea) = (tokens[0], tokens[1])
        _ = await send(.post, "/v1/checklists", #"{"name": "Groceries"}"#, as: ada)
    }

    @Test func `comes to a list of an owner who knows the person, or who administers`() async {
        let path = "/v1/checklists/1/members"
        let role = #"{"role": "view"}"#
        let unknown = await send(.put, "\(path)/3", role, as: ada)
        #expect(unknown.status == 404)
        let absent = await send(.put, "\(path)/99", role, as: ada)
        #expect(unknown.bytes == absent.bytes)
        #expect(await send(.get, "/v1/people", as: ada).elements.count == 1)
        // Who administers knows everybody, and brings people together.
        _ = await send(.post, "/v1/checklists", #"{"name": "Ours"}"#, as: admin)
        for person in [2, 3] {
            let answer = await send(.put, "/v1/checklists/2/members/\(person)", role, as: admin)
            #expect(answer.status == 200)
        }
        let known = await send(.put, "\(path)/3", role, as: ada)
        #expect(known.text == #"{"personId":3,"name":"Bea","role":"view","offeredRole":null}"#)
    }

    @Test func `owns a list that was offered to them once they accept it`() async {
        _ = await send(.post, "/v1/checklists", #"{"name": "Ours"}"#, as: admin)
        let own = #"{"role": "own"}"#
        let path = "/v1/checklists/2/members/2"
        let offered = await send(.put, path, own, as: admin)
        #expect(offered["role"] == "edit" && offered["offeredRole"] == "own")
        let membership = await send(.get, "/v1/checklists/2/membership", as: ada)
        #expect(membership["role"] == "edit" && membership["offeredRole"] == "own")
        #expect(await send(.get, "/v1/checklists/2/links", as: admin).elements.isEmpty)
        #expect(await send(.delete, "/v1/checklists/2", as: ada).status == 403)
        let accepted = await send(.put, path, own, as: ada)
        #expect(accepted["role"] == "own" && accepted["offeredRole"] == .null)
        #expect(await send(.put, path, own, as: bea).status == 404)
    }
}

@Suite struct `A guest` {
    private let admin = Entrance.texts[.admin] ?? ""

    private func entrance(rate: RateLimit? = nil) -> Entrance {
        Entrance(rate: rate, service: Service(makeSecret: Service.differentSecrets()))
    }

    private func send(
        _ method: HTTP.Method, _ path: String, _ body: String? = nil, as token: String, to entrance: Entrance
    ) async -> Answer {
        await entrance.send(method, path, "Bearer \(token)", body: body).answer
    }

    /// The token of a guest by a new link to list 1.
    private func guest(_ role: String, at entrance: Entrance) async throws -> String {
        let body = #"{"role": "\#(role)"}"#
        let link = await send(.post, "/v1/checklists/1/links", body, as: admin, to: entrance)
        let secret = try #require(link["secret"].text)
        let shown = #"{"secret": "\#(secret)", "name": "x"}"#
        let answer = await send(.post, "/v1/devices", shown, as: admin, to: entrance)
        return try #require(answer["token"].text)
    }

    @Test func `restores what a link allows to change, and purges nothing`() async throws {
        let entrance = entrance()
        _ = await send(.post, "/v1/checklists", #"{"name": "Groceries"}"#, as: admin, to: entrance)
        let item = await send(.post, "/v1/checklists/1/items", #"{"text": "Milk"}"#, as: admin, to: entrance)
        let guest = try await guest("edit", at: entrance)
        let path = "/v1/items/\(try #require(item["id"].integer))"
        #expect(await send(.delete, path, as: guest, to: entrance).status == 204)
        let trash = await send(.get, "/v1/trash", as: guest, to: entrance).elements
        let id = try #require(trash.first?["id"]?.integer)
        #expect(await send(.delete, "/v1/trash/\(id)", as: guest, to: entrance).status == 403)
        #expect(await send(.delete, "/v1/trash", as: guest, to: entrance).status == 403)
        #expect(await send(.post, "/v1/trash/\(id)/restore", "{}", as: guest, to: entrance).status == 200)
    }

    @Test func `spends the quota of its link, not that of the owner or of another link`() async throws {
        let entrance = entrance(rate: RateLimit(requests: 5, seconds: 60))
        _ = await send(.post, "/v1/checklists", #"{"name": "Groceries"}"#, as: admin, to: entrance)
        let guests = [try await guest("view", at: entrance), try await guest("check", at: entrance)]
        for guest in guests {
            for _ in 0..<5 { #expect(await entrance.status("/v1/me", "Bearer \(guest)") == 200) }
            #expect(await entrance.status("/v1/me", "Bearer \(guest)") == 429)
        }
        #expect(await entrance.status("/v1/me", "Bearer \(Entrance.texts[.read] ?? "")") == 200)
    }
}

@Suite struct `The bounds of event streams` {
    private func guest(_ link: Int, payer: Int = 1) -> [StreamBounds.Party] {
        let caller = Caller.guest(
            ListLink.ID(rawValue: link), on: Checklist.ID(rawValue: link), scope: .read,
            payer: Person.ID(rawValue: payer))
        return StreamBounds.parties(of: caller)
    }

    private func person(_ id: Int) -> [StreamBounds.Party] {
        let device = Caller.Credential.device(Device.ID(rawValue: 7))
        let caller = Caller.person(Person.ID(rawValue: id), by: device, scope: .read)
        return StreamBounds.parties(of: caller)
    }

    @Test func `are those of a person`() throws {
        var bounds = StreamBounds(streamsMax: 2)
        for id in 1...3 {
            for _ in 1...2 { try bounds.enter(person(id)) }
            #expect(throws: Problem.self) { try bounds.enter(person(id)) }
        }
        bounds.leave(person(1))
        try bounds.enter(person(1))
        // Without tokens everybody on this machine is one person.
        for _ in 1...9 { try bounds.enter(StreamBounds.parties(of: .local)) }
    }

    @Test func `are those of a link and of the owner of its list`() throws {
        var bounds = StreamBounds(streamsMax: 2)
        for _ in 1...2 { try bounds.enter(guest(1)) }
        #expect(throws: Problem.self) { try bounds.enter(guest(1, payer: 2)) }
        #expect(throws: Problem.self) { try bounds.enter(guest(2)) }
        // What was refused is not counted.
        for _ in 1...2 { try bounds.enter(guest(3, payer: 2)) }
        #expect(throws: Problem.self) { try bounds.enter(guest(4, payer: 2)) }
        bounds.leave(guest(1))
        try bounds.enter(guest(2))
    }
}
