import Checklists
import Delivery
import HTTPClient
import Receivers
import Synchronization
import Testing

/// Says what it would encrypt, and for whom.
private struct SpokenEncryption: PushEncryption {
    let isAvailable = true
    var error: PushEncryptionError?

    func publicKey() async throws -> [UInt8] { [] }

    func check(_ endpoint: String) async throws {}

    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8] {
        if let error { throw error }
        return Array("for \(target.authSecret): ".utf8) + message
    }

    func authorization(for endpoint: String, until end: Timestamp) async throws -> String {
        "vapid for \(endpoint) until \(end.milliseconds / 1000)"
    }
}

@Suite(.timeLimit(.minutes(20))) struct `An attempt of a format` {
    private let clock = ManualClock(.seconds(1_000_000))

    /// What a receiver that answers so was sent, how that went, and the webhook afterwards.
    private func attempt(
        _ format: Webhook.Format, path: String = "/hook", authorization: String? = nil,
        body: String = "the message", answer: String = "201 Created",
        encryption: (any PushEncryption)? = SpokenEncryption(),
        itemID: Item.ID? = nil, event: String = "reminder.due", createdAt: Timestamp = .zero
    ) async throws -> (requests: [Connection.Request], outcome: AttemptOutcome?, store: DeliveryStore) {
        let seen = Mutex<[Connection.Request]>([])
        let receiver = try Receiver { connection in
            while let request = connection.readRequest() {
                seen.withLock { $0.append(request) }
                connection.write("HTTP/1.1 \(answer)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var webhook = Webhook.example(url: receiver.url(path: path))
        webhook.format = format
        webhook.authorization = authorization.flatMap(Webhook.Authorization.init)
        let delivery = Delivery(
            id: Delivery.ID(rawValue: 1), webhookID: webhook.id, messageID: "msg_1", event: event,
            itemID: itemID, body: Array(body.utf8), nextAttemptAt: .zero, createdAt: createdAt,
            revision: .zero)
        let store = DeliveryStore([webhook], [delivery], now: clock.now)
        let (events, reported) = AsyncStream<WebhookSender.Event>.makeStream()
        let sender = WebhookSender(
            store: store, client: .local(), version: "1.2.3", senderMark: "4f2a", pushEncryption: encryption,
            now: clock.now,
            random: { 0 }, makeToken: { ClaimToken(rawValue: 1) }, timer: clock.arm,
            report: { reported.yield($0) })
        let outcome = await sender.firstOutcome(among: events)
        return (seen.withLock(\.self), outcome, store)
    }

    @Test func `for ntfy goes to what is above the topic, signed, with what that asks for`() async throws {
        for (path, root) in [("/topic", "/"), ("/ntfy/topic", "/ntfy/")] {
            let (requests, outcome, _) = try await attempt(
                .ntfy, path: path, authorization: "Bearer tk_1", body: #"{"title":"Milk"}"#)
            let request = try #require(requests.first)
            #expect(request.line == "POST \(root) HTTP/1.1" && outcome?.verdict == .delivered)
            #expect(request.fields["content-type"] == "application/json")
            #expect(request.fields["authorization"] == "Bearer tk_1")
            #expect(request.fields["webhook-signature"]?.hasPrefix("v1,") == true)
            // The topic is the one that the address has by now.
            let content = #"{"topic":"topic","title":"Milk"}"#
            #expect(String(decoding: request.body, as: UTF8.self) == content)
        }
    }

    @Test func `of one's own is of its type, and signed`() async throws {
        let template = Webhook.Template(contentType: "text/html; charset=utf-8", body: "")
        let (requests, _, _) = try await attempt(.template(template))
        let request = try #require(requests.first)
        #expect(request.line == "POST /hook HTTP/1.1")
        #expect(request.fields["content-type"] == "text/html; charset=utf-8")
        #expect(request.fields["webhook-id"] == "msg_1" && request.fields["authorization"] == nil)
    }

    private static let device = Webhook.Format.push(
        Webhook.PushTarget(publicKey: [4], authSecret: [1, 2]))

    @Test func `for a device is encrypted, and tells its push service who sends`() async throws {
        let (requests, outcome, _) = try await attempt(Self.device, itemID: Item.ID(rawValue: 7))
        let request = try #require(requests.first)
        #expect(outcome?.verdict == .delivered)
        #expect(String(decoding: request.body, as: UTF8.self) == "for [1, 2]: the message")
        #expect(request.fields["content-encoding"] == "aes128gcm")
        #expect(request.fields["ttl"] == "86400" && request.fields["urgency"] == "high")
        #expect(request.fields["topic"] == "item-7")
        let host = try #require(request.fields["host"])
        #expect(
            request.fields["authorization"] == "vapid for http://\(host)/hook until \(1_000_000 + 43_200)")
        // Nothing of the message stands beside it.
        #expect(request.fields["webhook-id"] == nil && request.fields["webhook-signature"] == nil)
    }

    @Test(arguments: [(3_599, "1"), (3_600, nil)])
    func `of an announcement is made within an hour, and reaches the device within it`(
        age: Int, timeToLive: String?
    ) async throws {
        let (requests, outcome, _) = try await attempt(
            Self.device, event: Delivery.announcementEvent, createdAt: .seconds(1_000_000 - age))
        #expect(requests.first?.fields["ttl"] == timeToLive)
        #expect(outcome?.verdict == (timeToLive == nil ? .failed : .delivered))
        #expect(outcome?.attempt.error == (timeToLive == nil ? "the message has expired" : nil))
    }

    @Test(arguments: ["404 Not Found", "410 Gone"])
    func `to a device that is gone ends its subscription`(answer: String) async throws {
        let (_, outcome, store) = try await attempt(Self.device, answer: answer)
        #expect(outcome?.verdict == .failed && outcome?.disableReason != nil)
        await #expect(throws: ChecklistsError.notFound(.webhook)) {
            _ = try await store.webhook(Webhook.ID(rawValue: 1))
        }
        #expect(try await store.deliveries.isEmpty)
    }

    private static func app(_ expiresAt: Timestamp = .seconds(1_000_001)) -> Webhook.Format {
        .registration(
            Webhook.Registration(
                target: Webhook.PushTarget(publicKey: [4], authSecret: [1, 2]), expiresAt: expiresAt))
    }

    @Test func `for a calendar app is encrypted, and replaces what says no more`() async throws {
        let (requests, outcome, _) = try await attempt(Self.app(), event: "content-update")
        let request = try #require(requests.first)
        #expect(outcome?.verdict == .delivered)
        #expect(String(decoding: request.body, as: UTF8.self) == "for [1, 2]: the message")
        #expect(request.fields["content-encoding"] == "aes128gcm")
        #expect(request.fields["content-type"] == "application/xml; charset=\"UTF-8\"")
        #expect(request.fields["ttl"] == "86400" && request.fields["urgency"] == "normal")
        #expect(request.fields["topic"] == "content-update-1")
        #expect(request.fields["authorization"]?.hasPrefix("vapid for ") == true)
    }

    @Test(arguments: ["404 Not Found", "410 Gone"])
    func `to a calendar app that is gone ends its registration`(answer: String) async throws {
        let (_, outcome, store) = try await attempt(Self.app(), answer: answer, event: "content-update")
        #expect(outcome?.verdict == .failed && outcome?.disableReason != nil)
        await #expect(throws: ChecklistsError.notFound(.webhook)) {
            _ = try await store.webhook(Webhook.ID(rawValue: 1))
        }
        #expect(try await store.deliveries.isEmpty)
    }

    @Test func `to a calendar app whose registration has ended is not made`() async throws {
        let (requests, outcome, _) = try await attempt(Self.app(.seconds(1_000_000)))
        #expect(requests.isEmpty && outcome?.attempt.error == "the push registration has expired")
    }

    @Test func `to a webhook that answers 404 is made again`() async throws {
        let (_, outcome, store) = try await attempt(
            .ntfy, path: "/topic", body: #"{"a":1}"#, answer: "404 Not Found")
        #expect(outcome?.verdict == .retry(at: .seconds(1_000_005)) && outcome?.disableReason == nil)
        #expect(try await store.webhook(Webhook.ID(rawValue: 1)).active)
    }

    @Test func `to a device fails where nothing is encrypted, and says why`() async throws {
        let missing = SpokenEncryption(error: .unavailable("there is no libcrypto"))
        for encryption in [nil, missing] as [(any PushEncryption)?] {
            let (requests, outcome, _) = try await attempt(Self.device, encryption: encryption)
            #expect(requests.isEmpty && outcome?.verdict == .retry(at: .seconds(1_000_005)))
            let error = try #require(outcome?.attempt.error)
            #expect(error.contains(encryption == nil ? "cannot be encrypted" : "there is no libcrypto"))
        }
    }
}
