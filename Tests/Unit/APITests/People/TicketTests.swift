import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `A ticket for an event stream` {
    private let entrance = Entrance(service: Service(makeSecret: Service.differentSecrets()))

    private static func bearer(_ scope: Scope) -> String { "Bearer \(Entrance.texts[scope] ?? "")" }

    /// A new ticket of the caller with a token.
    private func ticket(_ authorization: String? = bearer(.read)) async throws -> String {
        let answer = await entrance.send(.post, "/v1/events/tickets", authorization).answer
        #expect(answer.status == 200 && answer.fields[.cacheControl] == "no-store")
        return try #require(answer["ticket"].text)
    }

    /// The status of a stream that a ticket opens.
    private func open(_ ticket: String, _ authorization: String? = nil) async -> Int {
        await entrance.status("/v1/events?ticket=\(ticket)", authorization)
    }

    @Test func `opens one stream without a header`() async throws {
        let ticket = try await ticket()
        #expect(ticket.hasPrefix("cle_"))
        let (answer, _) = await entrance.send(.get, "/v1/events?ticket=\(ticket)")
        #expect(answer.status == 200 && answer.fields[.contentType] == "text/event-stream")
        let (again, _) = await entrance.send(.get, "/v1/events?ticket=\(ticket)")
        #expect(again.status == 401 && again["type"].text?.hasSuffix(":ticket-invalid") == true)
    }

    @Test func `opens one stream if two connections race for it`() async throws {
        for _ in 0..<50 {
            let ticket = try await ticket()
            async let first = open(ticket)
            async let second = open(ticket)
            #expect(await [first, second].sorted() == [200, 401])
        }
    }

    @Test func `is valid for one minute`() async throws {
        let (early, late) = (try await ticket(), try await ticket())
        entrance.service.pass(milliseconds: 59_999)
        #expect(await open(early) == 200)
        entrance.service.pass(milliseconds: 1)
        #expect(await open(late) == 401)
    }

    @Test func `needs its token to be in force`() async throws {
        let ticket = try await ticket()
        entrance.tokens.replace(with: [
            AccessToken(digest: AccessToken.digest(of: Entrance.revoked), scope: .read)
        ])
        #expect(await open(ticket) == 401)
    }

    @Test func `needs its device to be signed in, and its share link to exist`() async throws {
        let store = entrance.service.store
        let list = try await Session(store, for: .first).addChecklist(
            ChecklistDraft(name: "A"), idempotencyKey: nil
        ).value.id
        let link = try await Session(store, for: .first).addLink(
            to: list, .view, secretDigest: [1], tokenDigest: AccessToken.digest(of: "cld_guest"), until: nil,
            idempotencyKey: nil
        ).value.id
        let guest = try await (ticket("Bearer cld_guest"), ticket("Bearer cld_guest"))
        #expect(await open(guest.0) == 200)
        try await Session(store, for: .first).removeLink(link, to: list)
        #expect(await open(guest.1) == 401)
        let path = "/v1/people/1/sign-in-links"
        let secret = await entrance.send(.post, path, Self.bearer(.admin), body: "{}").answer["secret"].text
        let body = "{\"secret\": \"\(secret ?? "")\", \"name\": \"Phone\"}"
        let device = await entrance.send(.post, "/v1/devices", body: body).answer
        let token = "Bearer \(device["token"].text ?? "")"
        let own = try await (ticket(token), ticket(token))
        #expect(await open(own.0) == 200)
        let id = try #require(device["device"]["id"]?.integer)
        #expect(await entrance.send(.delete, "/v1/devices/\(id)", token).answer.status == 204)
        #expect(await open(own.1) == 401)
    }

    @Test func `cannot be made up or changed`() async throws {
        let ticket = try await ticket()
        let stranger = EventTicket.Cipher(.drawn()).text(
            of: EventTicket(
                ofToken: AccessToken.digest(of: Entrance.texts[.admin] ?? ""),
                random: Array(repeating: 1, count: 16), at: Service.start))
        let changed = String(ticket.dropLast(2)) + (ticket.hasSuffix("AA") ? "BB" : "AA")
        let token = Entrance.texts[.read] ?? ""
        let others = ["", "cle_", "x", String(ticket.dropFirst(4)), token, "\(ticket)&ticket="]
        for wrong in others + [stranger, changed] {
            #expect(await open(wrong) == 401, "\(wrong)")
        }
        #expect(await open(ticket) == 200)
    }

    @Test func `is for the event stream alone`() async throws {
        let ticket = try await ticket(Self.bearer(.admin))
        for path in ["/v1/changes", "/v1/checklists", "/v1/calendar.ics", "/v1/events/tickets"] {
            #expect(await entrance.status("\(path)?ticket=\(ticket)") == 401, "\(path)")
        }
        #expect(await entrance.status("/v1/changes?ticket=\(ticket)", Self.bearer(.read)) == 400)
        #expect(await open(ticket) == 200)
    }

    @Test func `is not spent by a request with a token`() async throws {
        let ticket = try await ticket()
        #expect(await open(ticket, Self.bearer(.read)) == 200)
        #expect(await open(ticket) == 200)
    }

    @Test func `is not for the scope that reads calendars only`() async {
        #expect(await entrance.send(.post, "/v1/events/tickets", Self.bearer(.feed)).answer.status == 403)
    }

    @Test func `works on the local machine until the first token exists`() async throws {
        let service = Service(makeSecret: Service.differentSecrets())
        let entrance = Entrance(withTokens: false, service: service)
        var tickets: [String] = []
        for _ in 0..<2 {
            let answer = await entrance.send(.post, "/v1/events/tickets").answer
            tickets.append(try #require(answer["ticket"].text))
        }
        #expect(await entrance.status("/v1/events?ticket=\(tickets[0])") == 200)
        #expect(await entrance.status("/v1/events?ticket=\(tickets[0])") == 401)
        entrance.tokens.replace(with: [
            AccessToken(digest: AccessToken.digest(of: Entrance.revoked), scope: .read)
        ])
        #expect(await entrance.status("/v1/events?ticket=\(tickets[1])") == 401)
    }
}

@Suite struct `The memory of spent tickets` {
    private func ticket(_ number: Int, at now: Timestamp) -> EventTicket {
        let random = (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 0) }
        return EventTicket(ofToken: nil, random: random, at: now)
    }

    @Test func `is bounded for each person and in all, and forgets expired tickets`() {
        let spent = SpentTickets()
        var now = Service.start
        let (one, all) = (Limits.ticketsPerPersonMax, Limits.ticketsMax)
        for number in 0..<all {
            let person = Person.ID(rawValue: 1 + number / one)
            #expect(spent.spend(ticket(number, at: now), of: person, at: now) == .accepted)
        }
        #expect(spent.count == all)
        #expect(spent.spend(ticket(all, at: now), of: Person.ID(rawValue: 1_000), at: now) == .full)
        now = now.advanced(byMilliseconds: EventTicket.validMilliseconds)
        for number in 0..<one {
            #expect(spent.spend(ticket(number, at: now), of: .first, at: now) == .accepted)
        }
        #expect(spent.spend(ticket(one, at: now), of: .first, at: now) == .full)
        #expect(spent.spend(ticket(0, at: now), of: .first, at: now) == .spent)
        #expect(spent.count == one)
    }
}
