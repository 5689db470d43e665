import Checklists
import HTTP
import JSON
import Mail
import MemoryStore
import Testing

@testable import API

@Suite struct `A mail address` {
    private let email = "/v1/me/email"
    private let links: MessageLinks
    private let service: Service

    init() throws {
        links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        service = Service(pageAddress: "https://lists.example", links: links, sendsMail: true)
    }

    private func set(_ address: String = "ada@example.org") async -> Answer {
        await service.send(.put, email, #"{"address": "\#(address)"}"#)
    }

    /// What waits to be sent.
    private func waiting() async throws -> [MailContent] {
        var request = ClaimRequest(token: ClaimToken(rawValue: 1), lease: .seconds(1), limitPerWebhook: 100)
        var claimed: [ClaimedDelivery] = []
        while true {
            let next = try await service.store.claimDeliveries(request)
            if next.isEmpty { break }
            claimed += next
            request.ended.formUnion(next.map(\.delivery.id))
        }
        await service.store.release(claimed.map(\.claim))
        return try claimed.map { try #require(MailContent(json: $0.delivery.body)) }
    }

    /// The path and the query that a text has a link to.
    private func path(in text: String, after label: String) throws -> String {
        let lines = text.split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.hasPrefix(label) })
        let address = try #require(lines[index...].first { $0.contains("https://lists.example/") })
        return String(address[try #require(address.firstRange(of: "https://lists.example")).upperBound...])
    }

    private func confirm() async throws {
        let text = try #require(try await waiting().last).text
        let path = try path(in: text, after: "Confirm your e-mail address")
        #expect(await service.post(path, nil).status == 200)
    }

    @Test func `is set, shown and deleted`() async {
        #expect(await service.get(email).status == 404)
        #expect(await service.delete(email).status == 404)
        let made = await set()
        #expect(made.status == 200 && made["address"] == "ada@example.org" && made["confirmed"] == false)
        #expect(made["active"] == true && made["disabledReason"] == .null)
        let shown = await service.get(email)
        #expect(shown.text == made.text && shown.fields[.etag] == made.fields[.etag])
        #expect(await service.get(email, [.ifNoneMatch: made.fields[.etag] ?? ""]).status == 304)
        #expect(await service.delete(email, [.ifMatch: "\"0-0\""]).status == 412)
        #expect(await service.delete(email, [.ifMatch: made.fields[.etag] ?? ""]).status == 204)
        #expect(await service.get(email).status == 404)
        #expect(await service.get("/v1/webhooks").text == "[]")
    }

    @Test func `is sent a message that asks whether it is theirs`() async throws {
        _ = await set()
        let content = try #require(try await waiting().first)
        #expect(content.subject == "Confirm your e-mail address" && content.listUnsubscribe == nil)
        let path = try path(in: content.text, after: "Confirm your e-mail address")
        let html = try #require(content.html)
        #expect(html.contains("<a href=\"https://lists.example\(path)\">Confirm your e-mail address</a>"))
        let page = await service.get(path)
        #expect(page.status == 200)
        #expect(page.text.contains("<button autofocus>Confirm your e-mail address</button>"))
        #expect(page.text.contains("ada@example.org"))
        #expect(await service.get(email)["confirmed"] == false)
        let answer = await service.post(path, nil)
        #expect(answer.status == 200 && answer.text.contains("Address confirmed."))
        #expect(await service.get(email)["confirmed"] == true)
        for method in [HTTP.Method.get, .post] { #expect(await service.send(method, path).status == 410) }
    }

    @Test func `is no other than the one that was asked`() async throws {
        _ = await set()
        let first = try #require(try await waiting().first).text
        let second = await set("grace@example.org")
        let path = try path(in: first, after: "Confirm your e-mail address")
        #expect(await service.post(path, nil).status == 410)
        #expect(await service.get(email).text == second.text)
    }

    @Test func `is asked five times an hour at most`() async throws {
        for _ in 1...4 { #expect(await set().status == 200) }
        #expect(await set("grace@example.org").status == 200)
        let refused = await set()
        #expect(refused.status == 429 && refused.fields[.retryAfter] == "720")
        #expect(await service.get(email)["address"] == "grace@example.org")
        // What is no address is not sent anything.
        #expect(await set("grace").status == 422)
        try await confirm()
        // Nor is what is confirmed, again.
        #expect(await set("grace@example.org")["confirmed"] == true)
        service.pass(milliseconds: 720_000)
        #expect(await set().status == 200)
        #expect(await set().status == 429)
    }

    @Test(arguments: [
        "{}", #"{"address": null}"#, #"{"address": "ada"}"#, #"{"address": "Ada <ada@example.org>"}"#,
        #"{"address": "ada@example.org\r\nBcc: eve@example.org"}"#, #"{"address": "ada@bücher.example"}"#,
        #"{"address": "ada@example.org", "confirmed": true}"#,
    ])
    func `is refused where it is none`(body: String) async throws {
        #expect(await service.send(.put, email, body).status == 422)
        #expect(try await waiting().isEmpty)
    }

    @Test func `is sent a test once it is confirmed`() async throws {
        #expect(await service.post("\(email)/test", nil).status == 404)
        _ = await set()
        #expect(await service.post("\(email)/test", nil).status == 409)
        try await confirm()
        let sent = await service.post("\(email)/test", nil)
        #expect(sent.status == 201 && sent["status"] == "pending")
        #expect(await service.get(sent.fields[.location] ?? "").text == sent.text)
        let content = try #require(try await waiting().last)
        #expect(content.subject == "Checklists" && content.text.hasPrefix("This is a test.\n"))
        // Nobody fills a mailbox by it.
        for _ in 2...10 { #expect(await service.post("\(email)/test", nil).status == 201) }
        let refused = await service.post("\(email)/test", nil)
        #expect(refused.status == 429 && refused.fields[.retryAfter] == "360")
        #expect(
            refused["detail"]
                == .string(
                    "The server sends you up to 10 tests at once, then one every 6 minutes. "
                        + "Try again in 6 minutes."))
        #expect(try await waiting().count == 11)
        service.pass(milliseconds: 360_000)
        #expect(await service.post("\(email)/test", nil).status == 201)
    }

    @Test func `ends by a link, with one click and for good`() async throws {
        _ = await set()
        try await confirm()
        _ = await service.post("\(email)/test", nil)
        let end = try #require(try await waiting().last?.listUnsubscribe)
        let path = String(end.dropFirst("https://lists.example".count))
        #expect(await service.get(path).text.contains("<button autofocus>Unsubscribe</button>"))
        #expect(await service.get(email).status == 200)
        service.pass(milliseconds: 300 * 86_400_000)
        let form: Fields = [.contentType: "application/x-www-form-urlencoded"]
        for _ in 1...2 {
            let answer = await service.post(path, "List-Unsubscribe=One-Click", form)
            #expect(answer.status == 200 && answer.text.contains("This address won’t get any more e-mails."))
        }
        #expect(await service.get(email).status == 404)
        // Another one that comes after it is not meant.
        let other = await set("grace@example.org")
        let page = await service.get(path)
        #expect(page.status == 200 && page.text.contains("won’t get any") && !page.text.contains("<form"))
        #expect(await service.post(path, nil).status == 200)
        #expect(await service.get(email).text == other.text)
        // The same one is, however often it was set.
        for address in ["ada@example.org", "Ada@Example.org"] {
            _ = await set(address)
            #expect(await service.get(path).text.contains("<h1 dir=auto>\(address)</h1>"))
            #expect(await service.post(path, nil).status == 200)
            #expect(await service.get(email).status == 404)
        }
    }

    @Test func `cannot be had where no mail is sent, which says what to do`() async {
        let page = "https://lists.example"
        for (service, told) in [
            (Service(pageAddress: page, links: links), "start the server with --smtp and --smtp-from"),
            (
                Service(links: links, sendsMail: true),
                "start the server with --url, so that messages can say where an address is confirmed"
            ),
            (
                Service(pageAddress: page, sendsMail: true),
                "the key of its links could not be stored; restart the server"
            ),
        ] {
            let answer = await service.send(.put, email, #"{"address": "ada@example.org"}"#)
            #expect(answer.status == 501 && answer["type"] == "tag:checklistd,2026:no-mail")
            #expect(answer["detail"] == .string("This server sends no mail: \(told)."))
            #expect(await service.get(email).status == 404)
            #expect(await service.get("/v1/me")["offers"]["email"] == false)
        }
    }
}

@Suite struct `Who asks` {
    @Test func `is told by which ways they are reached`() async throws {
        let service = Service(
            pushEncryption: MissingEncryption(), pageAddress: "https://lists.example",
            links: MessageLinks(.drawn()), sendsMail: true)
        let before = await service.get("/v1/me")
        #expect(before["reachableBy"] == ["webhooks": 0, "pushSubscriptions": 0, "email": false])
        #expect(before["offers"] == ["pushSubscriptions": false, "email": true])
        _ = await service.post("/v1/webhooks", #"{"url": "https://example.org/"}"#)
        _ = await service.send(.put, "/v1/me/email", #"{"address": "ada@example.org"}"#)
        _ = try await service.store.asFirst.confirmEmail(service.store.asFirst.email().id, ifMatch: nil)
        let after = await service.get("/v1/me")
        #expect(after["reachableBy"] == ["webhooks": 1, "pushSubscriptions": 0, "email": true])
        #expect(after.fields[.etag] != before.fields[.etag])
    }

    @Test(arguments: [false, true]) func `is told of no way by which nothing goes out`(
        isSent: Bool
    ) async throws {
        let service =
            isSent
            // Without the address of the page no mail address can be confirmed; to those that are it goes.
            ? Service(sendsMail: true) : Service(pushEncryption: MissingEncryption())
        let device = PushSubscriptionDraft(
            endpoint: "https://push.example.org/a", publicKey: [4] + Array(1...64),
            authSecret: Array(1...16), secret: Webhook.Secret(bytes: Array(0..<32)))
        _ = try await service.store.asFirst.addPushSubscription(device, idempotencyKey: nil)
        let email = try await service.store.asFirst.setEmail(
            "ada@example.org", secret: Webhook.Secret(bytes: Array(0..<32))
        ) { _, _ in [] }
        _ = try await service.store.asFirst.confirmEmail(email.id, ifMatch: nil)
        let me = await service.get("/v1/me")
        let count: JSONValue = isSent ? 1 : 0
        #expect(
            me["reachableBy"] == ["webhooks": 0, "pushSubscriptions": count, "email": .bool(isSent)])
        #expect(me["offers"] == ["pushSubscriptions": .bool(isSent), "email": false])
    }
}
