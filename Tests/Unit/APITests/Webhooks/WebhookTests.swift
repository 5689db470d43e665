import Checklists
import HTTP
import JSON
import MemoryStore
import Testing

@testable import API

@Suite struct `A webhook` {
    private let service = Service()

    private func make(_ fields: String = "") async -> Answer {
        await service.post("/v1/webhooks", #"{"url": "https://example.org/hook"\#(fields)}"#)
    }

    @Test func `is made with a secret that is shown once`() async {
        let made = await make()
        #expect(made.status == 201)
        #expect(made.fields[.location] == "/v1/webhooks/1")
        #expect(made.fields[.cacheControl] == "no-store")
        #expect(made.json["secret"] == .string("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
        let shown = await service.get("/v1/webhooks/1")
        #expect(shown.json["url"] == .string("https://example.org/hook"))
        #expect(shown.json["secret"] == nil)
        #expect(await service.get("/v1/webhooks").text == "[\(shown.text)]")
    }

    @Test func `takes a secret of one's own`() async {
        let secret = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
        #expect(await make(#", "secret": "\#(secret)""#).json["secret"] == .string(secret))
    }

    @Test(arguments: [
        #"{"url": "ftp://example.org"}"#, #"{"url": "example.org"}"#, #"{"url": "https://"}"#,
        #"{"url": ""}"#,
        #"{"url": "https://a:b@example.org"}"#, #"{"url": "https://example.org/#x"}"#, "{}",
        #"{"url": "https://example.org:0"}"#, #"{"url": "https://example.org", "events": []}"#,
        #"{"url": "https://example.org", "events": ["other"]}"#,
        #"{"url": "https://example.org", "secret": "whsec_AAEC"}"#,
        #"{"url": "https://example.org", "id": 3}"#,
        #"{"url": "https://example.org", "colour": 3}"#, #"{"url": "https://example.org/\u0000"}"#,
    ])
    func `refuses what cannot be`(body: String) async {
        let answer = await service.post("/v1/webhooks", body)
        #expect(answer.status == 422)
        #expect(!answer.text.contains("AAEC"))
    }

    @Test func `is changed, turned off and on, and deleted`() async {
        let etag = await make().fields[.etag] ?? ""
        let changed = await service.send(
            .patch, "/v1/webhooks/1", #"{"active": false, "description": "Kitchen"}"#, [.ifMatch: etag])
        #expect(changed.json["active"] == .bool(false))
        #expect(changed.json["description"] == .string("Kitchen"))
        #expect(await service.send(.patch, "/v1/webhooks/1", "{}", [.ifMatch: etag]).status == 412)
        #expect(await service.send(.patch, "/v1/webhooks/1", #"{"secret": "x"}"#).status == 422)
        #expect(await service.post("/v1/webhooks/1/test", nil).status == 409)
        #expect(await service.send(.delete, "/v1/webhooks/1").status == 204)
        #expect(await service.get("/v1/webhooks/1").status == 404)
    }

    @Test func `gets a new secret, beside which the old one signs for a day`() async throws {
        _ = await make(#", "secret": "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=""#)
        let rotated = await service.post("/v1/webhooks/1/rotate-secret", nil)
        #expect(rotated.json["secret"] == .string("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
        let webhook = try await service.store.asFirst.webhook(Webhook.ID(rawValue: 1))
        #expect(webhook.secrets(at: Service.start).count == 2)
        #expect(webhook.secrets(at: Service.start.advanced(byMilliseconds: 86_400_000)).count == 1)
    }

    @Test func `is told of a test, and has the deliveries in a log`() async {
        _ = await make()
        let sent = await service.post("/v1/webhooks/1/test", nil)
        #expect(sent.status == 201)
        #expect(sent.json["status"] == .string("pending"))
        #expect(await service.get("/v1/deliveries/1").text == sent.text)
        #expect(await service.get("/v1/webhooks/1/deliveries").text == "[\(sent.text)]")
        #expect(await service.get("/v1/webhooks/1/deliveries?status=failed").text == "[]")
        #expect(await service.get("/v1/webhooks/1/deliveries?status=lost").status == 400)
        #expect(await service.get("/v1/webhooks/2/deliveries").status == 404)
        #expect(await service.post("/v1/deliveries/1/redeliver", nil).status == 409)
    }

    @Test func `is sent a failed delivery again on request`() async throws {
        _ = await make()
        _ = await service.post("/v1/webhooks/1/test", nil)
        let attempt = Delivery.Attempt(
            at: Service.start, durationMilliseconds: 5, status: 500, error: "the receiver answered 500")
        let claimed = try await service.store.claimDeliveries(
            ClaimRequest(token: ClaimToken(rawValue: 1), lease: .seconds(60), limitPerWebhook: 1))
        _ = try await service.store.record(
            claimed.map { claimed in
                claimed.ended(
                    AttemptOutcome(deliveryID: claimed.delivery.id, attempt: attempt, verdict: .failed))
            })
        let failed = await service.get("/v1/deliveries/1")
        #expect(failed.json["status"] == .string("failed"))
        #expect(failed.text.contains(#""status":500,"error":"the receiver answered 500""#))
        let again = await service.post("/v1/deliveries/1/redeliver", nil)
        #expect(again.json["status"] == .string("pending"))
        #expect(again.json["messageId"] == failed.json["messageId"])
    }

    @Test func `gets few tests and redeliveries in a while, with all others of its person`() async {
        for _ in 1...2 { _ = await make() }
        for number in 1...10 {
            #expect(await service.post("/v1/webhooks/\(number % 2 + 1)/test", nil).status == 201)
        }
        let refused = await service.post("/v1/webhooks/1/test", nil)
        #expect(refused.status == 429 && refused.fields[.retryAfter] == "360")
        #expect(await service.post("/v1/webhooks/3/test", nil).status == 404)
        service.pass(milliseconds: 360_000)
        #expect(await service.post("/v1/webhooks/1/test", nil).status == 201)
        // Those of pending messages are refused, and count.
        for _ in 1...30 { #expect(await service.post("/v1/deliveries/1/redeliver", nil).status == 409) }
        let late = await service.post("/v1/deliveries/1/redeliver", nil)
        #expect(late.status == 429 && late.fields[.retryAfter] == "120")
        service.pass(milliseconds: 120_000)
        #expect(await service.post("/v1/deliveries/1/redeliver", nil).status == 409)
    }

    @Test func `is made once by the same request with an idempotency key`() async {
        let body = #"{"url": "https://example.org/hook"}"#
        let first = await service.post("/v1/webhooks", body, [.idempotencyKey: "a"])
        let second = await service.post("/v1/webhooks", body, [.idempotencyKey: "a"])
        #expect(second.fields[.idempotentReplayed] == "true")
        #expect(second.text == first.text)
        #expect(await service.get("/v1/webhooks").fields[.xTotalCount] == "1")
    }
}
