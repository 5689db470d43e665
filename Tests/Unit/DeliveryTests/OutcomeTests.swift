import Checklists
import HTTPClient
import Testing

@testable import Delivery

@Suite struct `The outcome of an attempt` {
    static let began = Timestamp.seconds(1_000_000)
    static let ended = Timestamp.seconds(1_000_002)
    private let mail = MailChannel(to: Webhook.EmailTarget(address: "ada@example.org"))

    /// What follows from an answer to the n-th attempt.
    private func outcome(
        _ answer: Result<OutgoingResponse?, OutgoingError>, over channel: some Channel = StandardChannel(),
        attempt: Int = 1, before: Int = 0, jitter: Double = 0
    ) -> AttemptOutcome {
        var delivery = Delivery.example()
        let failure = Delivery.Attempt(at: .zero, durationMilliseconds: 0, status: 500, error: "")
        delivery.attempts = Array(repeating: failure, count: attempt - 1)
        delivery.attemptsBefore = before
        return AttemptOutcome(
            of: delivery, over: channel, began: Self.began, ended: Self.ended, answer: answer, jitter: jitter)
    }

    private func outcome(
        _ status: Int, _ fields: HeaderField..., attempt: Int = 1, before: Int = 0, jitter: Double = 0
    ) -> AttemptOutcome {
        outcome(
            .success(OutgoingResponse(status: status, fields: fields)), attempt: attempt, before: before,
            jitter: jitter)
    }

    @Test(arguments: [200, 201, 202, 204, 299])
    func `is a success for 2xx`(status: Int) {
        let outcome = outcome(status, attempt: 10)
        #expect(outcome.verdict == .delivered)
        #expect(outcome.attempt.status == status)
        #expect(outcome.attempt.error == nil)
        #expect(outcome.attempt.at == Self.began)
        #expect(outcome.attempt.durationMilliseconds == 2000)
    }

    @Test func `is a success whatever became of the body`() {
        let answer = OutgoingResponse(status: 200, body: [1], shortfall: .incomplete(""))
        #expect(outcome(.success(answer)).verdict == .delivered)
    }

    @Test(arguments: [300, 301, 304, 400, 401, 404, 408, 429, 500, 502, 503, 504, 600, 999])
    func `is a failure for any other status`(status: Int) {
        let outcome = outcome(status)
        #expect(outcome.verdict == .retry(at: Self.ended.after(seconds: 5)))
        #expect(outcome.attempt.status == status)
        #expect(outcome.attempt.error == "the receiver answered \(status)")
        #expect(outcome.pauseUntil == nil)
        #expect(outcome.disableReason == nil)
    }

    @Test func `is a failure without an answer`() {
        let outcome = outcome(.failure(.timedOut("Operation timed out")))
        #expect(outcome.verdict == .retry(at: Self.ended.after(seconds: 5)))
        #expect(outcome.attempt.status == nil)
        #expect(outcome.attempt.error == "Operation timed out")
    }

    @Test func `notes where a redirect leads, and no more of it than is needed`() throws {
        let error = try #require(
            outcome(302, HeaderField("location", "http://other.test/\u{7F}a")).attempt.error)
        #expect(
            error == "the receiver answered 302 and redirects to http://other.test/a;"
                + " redirects are not followed, use the new URL")
        let long = HeaderField("location", String(repeating: "x", count: 5000))
        #expect(try #require(outcome(302, long).attempt.error).count < 300)
    }

    @Test func `comes back after the times between attempts, ten in all`() {
        let delays = (1...10).map { attempt -> Int64? in
            guard case .retry(let at) = outcome(500, attempt: attempt).verdict else { return nil }
            return (at.milliseconds - Self.ended.milliseconds) / 1000
        }
        #expect(delays == [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, nil])
        #expect(outcome(500, attempt: 10).verdict == .failed)
    }

    @Test func `comes back up to a tenth later, by chance`() {
        #expect(outcome(500, attempt: 2, jitter: 0.5).verdict == .retry(at: Self.ended.after(seconds: 315)))
        #expect(outcome(500, attempt: 2, jitter: 1).verdict == .retry(at: Self.ended.after(seconds: 330)))
    }

    @Test func `counts from when it was sent again by hand`() {
        #expect(
            outcome(500, attempt: 12, before: 10).verdict == .retry(at: Self.ended.after(seconds: 300)))
    }

    @Test(arguments: [(3_594, true), (3_595, false)])
    func `of an announcement is another attempt within its hour, or a failure`(age: Int, isRetried: Bool) {
        var delivery = Delivery.example()
        delivery.event = Delivery.announcementEvent
        delivery.createdAt = Self.ended.after(seconds: -age)
        let outcome = AttemptOutcome(
            of: delivery, over: StandardChannel(), began: Self.began, ended: Self.ended,
            answer: .failure(.timedOut("")), jitter: 0)
        #expect(outcome.verdict == (isRetried ? .retry(at: Self.ended.after(seconds: 5)) : .failed))
    }

    @Test func `is a success where a mail server has taken the message`() {
        let outcome = outcome(.success(nil), over: mail)
        #expect(
            outcome.verdict == .delivered && outcome.attempt.status == nil && outcome.attempt.error == nil)
    }

    @Test(
        arguments: [
            (.rejected(code: 451, reply: "busy"), false), (.rejected(code: 554, reply: "no"), true),
            (.receiverRejected(code: 450, reply: "5.1.1"), false), (.loginDenied, false),
            (.unreachable("connection refused"), false),
        ] as [(OutgoingError, Bool)])
    func `of mail is final where its server says so`(error: OutgoingError, isFinal: Bool) {
        let outcome = outcome(.failure(error), over: mail)
        #expect(outcome.verdict == (isFinal ? .failed : .retry(at: Self.ended.after(seconds: 5))))
        #expect(outcome.attempt.error == "\(error)" && outcome.disableReason == nil)
    }

    @Test(
        arguments: [
            (550, "5.1.1 no such user", "5.1.1"), (551, "5.1.6", "5.1.6"), (553, "5.1.3 no", "5.1.3"),
            (556, "5.1.10 no mail", "5.1.10"), (550, "5.2.1 off", "5.2.1"),
            // What is full, or who sends is not trusted or is none: the address is all right.
            (552, "5.2.2 full", nil), (550, "5.7.1 not from you", nil), (553, "5.1.8 who are you", nil),
            // Anything may be wrong.
            (554, "no", nil), (551, "", nil), (550, "relay not permitted", nil), (550, "5.1.11 what", nil),
        ] as [(Int, String, String?)])
    func `turns an address off that is none`(code: Int, reply: String, status: String?) {
        let outcome = outcome(.failure(.receiverRejected(code: code, reply: reply)), over: mail)
        #expect(outcome.verdict == .failed)
        #expect(
            outcome.disableReason
                == status.map {
                    "The mail server rejected the address: it answered \(code) \($0)."
                })
    }

    @Test func `turns the webhook off for 410`() {
        let outcome = outcome(410)
        #expect(outcome.verdict == .failed)
        #expect(outcome.disableReason == "The receiver answered 410 (Gone).")
    }

    @Test(arguments: [429, 503])
    func `pauses the webhook for as long as it asks`(status: Int) {
        let seconds = outcome(status, HeaderField("retry-after", "120"))
        #expect(seconds.pauseUntil == Self.ended.after(seconds: 120))
        #expect(seconds.verdict == .retry(at: Self.ended.after(seconds: 120)))
        let date = outcome(status, HeaderField("retry-after", "Mon, 12 Jan 1970 14:00:00 GMT"))
        #expect(date.pauseUntil == .seconds(1_000_800))
        #expect(
            outcome(status, HeaderField("retry-after", "1")).verdict
                == .retry(at: Self.ended.after(seconds: 5)))
    }

    @Test(arguments: ["86400", "86401", "99999999999999999999999999", "Mon, 12 Jan 2099 14:00:00 GMT"])
    func `pauses it for a day at most`(value: String) {
        #expect(
            outcome(503, HeaderField("retry-after", value)).pauseUntil == Self.ended.after(seconds: 86_400))
    }

    @Test(arguments: ["", "0", "-1", "+5", "1.5", "soon", "0x10", "５", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func `pays no heed to what says nothing`(value: String) {
        #expect(outcome(503, HeaderField("retry-after", value)).pauseUntil == nil)
    }

    @Test func `pays no heed to two wishes or to one beside another status`() {
        #expect(
            outcome(503, HeaderField("retry-after", "9"), HeaderField("retry-after", "9")).pauseUntil == nil)
        #expect(outcome(500, HeaderField("retry-after", "9")).pauseUntil == nil)
        #expect(outcome(200, HeaderField("retry-after", "9")).pauseUntil == nil)
    }
}

@Suite struct `A delivery` {
    @Test func `keeps each attempt and what became of it`() {
        var delivery = Delivery.example()
        delivery.apply(.example(.retry(at: .seconds(6)), at: .seconds(1)))
        #expect(delivery.status == .pending)
        #expect(delivery.nextAttemptAt == .seconds(6))
        delivery.apply(.example(.delivered, at: .seconds(6)))
        #expect(delivery.status == .delivered)
        #expect(delivery.nextAttemptAt == nil)
        #expect(delivery.completedAt == .seconds(6))
        #expect(delivery.attempts.count == 2)
    }

    @Test func `begins anew when it is sent again by hand`() {
        var delivery = Delivery.example()
        delivery.apply(.example(.failed, at: .seconds(1)))
        #expect(delivery.status == .failed)
        delivery.restart(at: .seconds(9))
        #expect(delivery.status == .pending)
        #expect(delivery.nextAttemptAt == .seconds(9))
        #expect(delivery.completedAt == nil)
        #expect(delivery.attemptsBefore == 1)
    }
}

@Suite struct `A webhook` {
    private static let day = 86_400

    @Test func `forgets its failures after a success`() {
        var webhook = Webhook.example()
        _ = webhook.apply(.example(.retry(at: .seconds(6)), at: .seconds(1)))
        _ = webhook.apply(.example(.failed, at: .seconds(2)))
        #expect(webhook.failingSince == .seconds(1))
        #expect(webhook.failedDeliveries == 1)
        _ = webhook.apply(.example(.delivered, at: .seconds(3)))
        #expect(webhook.failingSince == nil)
        #expect(webhook.failedDeliveries == 0)
    }

    @Test func `is turned off after five days and ten deliveries without a success`() {
        var webhook = Webhook.example()
        for number in 0..<10 {
            _ = webhook.apply(.example(.failed, at: .seconds(number)))
        }
        _ = webhook.apply(.example(.retry(at: .zero), at: .seconds(5 * Self.day - 1)))
        #expect(webhook.active)
        _ = webhook.apply(.example(.retry(at: .zero), at: .seconds(5 * Self.day)))
        #expect(!webhook.active)
        #expect(webhook.disabledReason == "Every attempt failed for 5 days, as did 10 deliveries.")
        #expect(webhook.updatedAt == .seconds(5 * Self.day))
    }

    @Test func `stays on however long few deliveries fail`() {
        var webhook = Webhook.example()
        for number in 0..<9 {
            _ = webhook.apply(.example(.failed, at: .seconds(number * Self.day)))
        }
        #expect(webhook.active)
        _ = webhook.apply(.example(.failed, at: .seconds(30 * Self.day)))
        #expect(!webhook.active)
    }

    @Test func `is turned off at once where its receiver says so`() {
        var webhook = Webhook.example()
        let isTurnedOff = webhook.apply(.example(.failed, disableReason: "Gone."))
        #expect(isTurnedOff)
        let isTurnedOffAgain = webhook.apply(.example(.failed, disableReason: "Gone again."))
        #expect(!isTurnedOffAgain)
        #expect(webhook.disabledReason == "Gone.")
    }

    @Test func `is paused until the latest moment that was asked for`() {
        var webhook = Webhook.example()
        _ = webhook.apply(.example(.failed, pauseUntil: .seconds(90)))
        _ = webhook.apply(.example(.failed, pauseUntil: .seconds(60)))
        #expect(webhook.pausedUntil == .seconds(90))
    }

    @Test func `begins anew when it is turned on`() {
        var webhook = Webhook.example()
        _ = webhook.apply(.example(.failed, pauseUntil: .seconds(9), disableReason: "Gone."))
        webhook.turnOn()
        #expect(webhook == Webhook.example())
    }
}
