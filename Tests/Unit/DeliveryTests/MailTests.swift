import Checklists
import Delivery
import HTTPClient
import Mail
import Receivers
import Testing

@Suite(.timeLimit(.minutes(20))) struct `An attempt by mail` {
    private let clock = ManualClock(.seconds(1_000_000))
    private let content = MailContent(
        subject: "Milk", text: "Groceries", html: "<p>Groceries</p>",
        listUnsubscribe: "https://lists.example/stop")

    /// How it went to hand a message over, and the address afterwards.
    private func attempt(
        at server: MailServer?, body: [UInt8]? = nil, after attempts: Int = 0, secret: UInt8 = 7,
        isSentAgain: Bool = false
    ) async throws -> (outcome: AttemptOutcome?, email: Webhook) {
        var webhook = Webhook.example(url: "mailto:ada@example.org")
        webhook.secret = Webhook.Secret(bytes: Array(repeating: secret, count: 32))
        webhook.format = .email(.init(address: "ada@example.org", confirmedAt: .zero))
        var delivery = Delivery(
            id: Delivery.ID(rawValue: 1), webhookID: webhook.id, messageID: "rem_7_1", event: "reminder.due",
            itemID: nil, body: body ?? content.json, nextAttemptAt: .zero, createdAt: .seconds(1_767_225_600),
            revision: .zero)
        for _ in 0..<attempts { delivery.apply(.example(.retry(at: .zero))) }
        if isSentAgain { delivery.restart(at: .zero) }
        let store = DeliveryStore([webhook], [delivery], now: clock.now)
        let (events, reported) = AsyncStream<WebhookSender.Event>.makeStream()
        let route = try server.map { server in
            MailRoute(server: try server.address(), from: try MailAddress("lists@example.com", name: "Lists"))
        }
        // A busy machine may take its time.
        var limits = SenderLimits()
        limits.mail.connectTimeMax = .seconds(200)
        limits.mail.replyTimeMax = .seconds(200)
        limits.mail.totalTimeMax = .seconds(200)
        let sender = WebhookSender(
            store: store, client: .local(), limits: limits, version: "1.2.3", senderMark: "4f2a", mail: route,
            now: clock.now,
            random: { 0 }, makeToken: { ClaimToken(rawValue: 1) }, timer: clock.arm,
            report: { reported.yield($0) })
        let outcome = await sender.firstOutcome(among: events)
        return (outcome, try await store.webhook(webhook.id, .email))
    }

    @Test func `hands over what there is to say`() async throws {
        let server = try MailServer()
        let (outcome, email) = try await attempt(at: server)
        #expect(outcome?.verdict == .delivered && outcome?.attempt.status == nil && email.active)
        let lines = server.record.lines
        #expect(lines.contains("MAIL FROM:<lists@example.com>"))
        #expect(lines.contains("RCPT TO:<ada@example.org>"))
        for line in [
            "Subject: Milk", "To: ada@example.org", "Message-ID: <rem_7_1_ce15d02697d8c507@example.com>",
            "Date: Thu, 01 Jan 2026 00:00:00 +0000", "List-Unsubscribe: <https://lists.example/stop>",
            "R3JvY2VyaWVz", "PHA+R3JvY2VyaWVzPC9wPg==",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `hands over the same when it is repeated`() async throws {
        func message(after attempts: Int) async throws -> ArraySlice<String> {
            let server = try MailServer()
            _ = try await attempt(at: server, after: attempts)
            return server.record.lines.drop { $0 != "DATA" }
        }
        let first = try await message(after: 0)
        #expect(first.count > 10)
        #expect(try await message(after: 3) == first)
    }

    @Test func `is another mail for another address, and when it is sent again by hand`() async throws {
        func name(secret: UInt8 = 7, after attempts: Int = 3, isSentAgain: Bool = false) async throws
            -> String
        {
            let server = try MailServer()
            _ = try await attempt(at: server, after: attempts, secret: secret, isSentAgain: isSentAgain)
            return try #require(server.record.lines.first { $0.hasPrefix("Message-ID: <rem_7_1_") })
        }
        let names = [
            try await name(), try await name(secret: 8), try await name(isSentAgain: true),
            try await name(after: 4, isSentAgain: true),
        ]
        #expect(Set(names).count == names.count)
    }

    @Test func `is made again where the server is busy`() async throws {
        let server = try MailServer(["RCPT": .answer("451 4.7.1 Greylisted")])
        let (outcome, email) = try await attempt(at: server)
        #expect(outcome?.verdict == .retry(at: .seconds(1_000_005)) && email.active)
        #expect(outcome?.attempt.error == "the mail server answered 451 4.7.1 Greylisted")
    }

    @Test func `turns an address off that is none, and says nothing of it in the log`() async throws {
        let server = try MailServer(["RCPT": .answer("550 5.1.1 <ada@example.org>: nobody")])
        let (outcome, email) = try await attempt(at: server)
        #expect(outcome?.verdict == .failed)
        #expect(outcome?.attempt.error == "the mail server answered 550 5.1.1 … nobody")
        #expect(!email.active)
        #expect(
            email.disabledReason
                == "The mail server rejected the address: it answered 550 5.1.1.")
    }

    @Test func `leaves an address on where the server takes mail for nobody`() async throws {
        let server = try MailServer(["RCPT": .answer("550 relay not permitted")])
        let (outcome, email) = try await attempt(at: server)
        #expect(outcome?.verdict == .failed && email.active)
        #expect(outcome?.attempt.error == "the mail server answered 550 relay not permitted")
    }

    @Test func `is given up where the server never takes the message`() async throws {
        let server = try MailServer([".": .answer("554 5.6.0 What is this?")])
        let (outcome, email) = try await attempt(at: server)
        #expect(outcome?.verdict == .failed && email.active)
    }

    @Test func `fails where no mail is sent, or what was to be sent is none`() async throws {
        let (outcome, _) = try await attempt(at: nil)
        #expect(outcome?.verdict == .retry(at: .seconds(1_000_005)))
        #expect(outcome?.attempt.error?.contains("set --smtp") == true)
        let server = try MailServer()
        let (other, _) = try await attempt(at: server, body: [7])
        #expect(other?.attempt.error?.contains("is not a mail") == true && server.record.lines.isEmpty)
    }
}
