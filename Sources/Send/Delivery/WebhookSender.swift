public import Checklists
public import HTTPClient

/// Sends due deliveries to webhooks and records the outcomes in the store.
///
/// The sender claims each delivery, so that no other process sends it. Each delivery is sent at least once.
/// If the process ends before an outcome is recorded, the delivery is tried again under the same message id.
///
/// This module fires reminders, sends messages over channels, and retries. It does network I/O only through
/// `HTTPClient`, and uses the store through its port.
public actor WebhookSender {
    /// An event for the log and the metrics.
    public enum Event: Sendable {
        /// An attempt began, this long after it was due.
        case began(Delivery.ID, Webhook.ID, latenessMilliseconds: Int64)
        /// An attempt has ended.
        case ended(AttemptOutcome, Webhook.ID)
        /// Recording an attempt took so long that another process has made another one.
        case lost(Delivery.ID)
        /// The store failed. The sender tries again soon.
        case storeFailed(any Error)
        /// Nothing can be sent until the process restarts. Due deliveries stay pending.
        case unavailable(OutgoingError)
    }

    private let store: any DeliveryQueue
    private let client: HTTPClient
    private let limits: SenderLimits
    private let service: SendingService
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> Double
    private let makeToken: @Sendable () -> ClaimToken
    private let report: @Sendable (Event) -> Void

    private var queue: AttemptQueue
    private var isUnavailable = false
    /// Wakes the loop that sends.
    private let sending: WakeUp
    /// Wakes the loop that records.
    private let recording = WakeUp()

    /// Creates a sender, which is idle until `run`.
    /// - Parameters:
    ///   - version: The version of this program, for `user-agent`.
    ///   - senderMark: The value of `webhook-sender`.
    ///   - pushEncryption: Encrypts messages to devices; `nil` where none are sent.
    ///   - mail: The route of mail; `nil` where none is sent.
    ///   - now: The wall clock.
    ///   - random: Draws numbers from 0 to 1.
    ///   - makeToken: Draws a unique token.
    ///   - timer: A timer for this sender alone, `WallClockTimer().arm`.
    ///   - report: Called on the sender's executor; must not block.
    public init(
        store: any DeliveryQueue, client: HTTPClient, limits: SenderLimits = SenderLimits(),
        version: String, senderMark: String, pushEncryption: (any PushEncryption)? = nil,
        mail: MailRoute? = nil,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> Double,
        makeToken: @escaping @Sendable () -> ClaimToken, timer: @escaping WakeUp.Timer,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.client = client
        self.limits = limits
        service = SendingService(
            userAgent: "checklistd/\(version)", mark: senderMark, limits: limits,
            pushEncryption: pushEncryption, mail: mail)
        self.now = now
        self.random = random
        self.makeToken = makeToken
        sending = WakeUp(timer: timer)
        self.report = report
        queue = AttemptQueue(limits: limits)
    }

    /// Wakes the sender, because there may be something to send.
    public nonisolated func wake() {
        sending.signal()
    }

    /// Begins no further attempt. `run` returns after those in progress have ended and are recorded.
    public nonisolated func stop() {
        sending.end()
    }

    /// Sends until `stop`.
    ///
    /// Cancelling the task also cuts off attempts in progress. They are tried again at the next start.
    public func run() async {
        async let recorded: Void = recordUntilEnded()
        await sendUntilStopped()
        recording.end()
        await recorded
        // Attempts that ended after the recorder, because the task was cancelled or the store had failed.
        queue.recordingBackoff.succeeded()
        await record()
    }

    private func sendUntilStopped() async {
        await withDiscardingTaskGroup { attempts in
            await sending.run {
                for attempt in await begin() {
                    attempts.addTask { await self.make(attempt) }
                }
            }
        }
    }

    /// Claims the deliveries that may be sent now, and sets the timer for later ones.
    private func begin() async -> [Attempt] {
        let now = now()
        guard !isUnavailable else { return [] }
        var attempts: [Attempt] = []
        var nextAttempt: Timestamp?
        do {
            if let request = queue.request(makeToken(), at: now) {
                let claimed = try await store.claimDeliveries(request)
                let begun = queue.begin(claimed, at: self.now())
                if !begun.returned.isEmpty { await store.release(begun.returned) }
                attempts = begun.attempts
            }
            if queue.reading.allows(at: now) {
                nextAttempt = try await store.nextAttempt(after: now)
                queue.reading.succeeded()
            }
        } catch {
            queue.reading.failed(at: now)
            report(.storeFailed(error))
        }
        // The timer may have been set for an outcome that could not be recorded.
        recording.signal()
        sending.signal(at: queue.nextWake(nextAttempt: nextAttempt, at: now))
        return attempts
    }

    private func make(_ attempt: Attempt) async {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        let dueAt = max(
            delivery.nextAttemptAt ?? attempt.began, webhook.pausedUntil ?? Timestamp(milliseconds: 0))
        let lateness = max(0, attempt.began.milliseconds - dueAt.milliseconds)
        report(.began(delivery.id, webhook.id, latenessMilliseconds: lateness))
        let channel = webhook.channel
        let answer: Result<OutgoingResponse?, OutgoingError>
        do throws(OutgoingError) {
            if delivery.isExpired(at: attempt.began) { throw .expired("message") }
            answer = .success(try await send(channel.outgoing(for: attempt, from: service)))
        } catch {
            answer = .failure(error)
        }
        switch answer {
        case .failure(.cancelled):
            // Either this sender or the client is ending. Neither sends anything after that.
            isUnavailable = true
            await store.release([queue.cutOff(attempt)])
        case .failure(.unavailable(let why)):
            if !isUnavailable { report(.unavailable(.unavailable(why))) }
            isUnavailable = true
            await store.release([queue.cutOff(attempt)])
        default:
            let outcome = AttemptOutcome(
                of: delivery, over: channel, began: attempt.began, ended: now(), answer: answer,
                jitter: random())
            queue.end(attempt, outcome)
            report(.ended(outcome, webhook.id))
            recording.signal()
        }
        wake()
    }

    /// - Returns: The response; `nil` from a mail server that has accepted the message.
    private func send(_ outgoing: Outgoing) async throws(OutgoingError) -> OutgoingResponse? {
        switch outgoing {
        case .request(let request): return try await client.send(request)
        case .mail(let mail):
            try await client.send(mail)
            return nil
        }
    }

    private func recordUntilEnded() async {
        await recording.run { await record() }
    }

    /// Records the attempts that have ended. Those that end meanwhile wait for the next call.
    private func record() async {
        let attempts = queue.attemptsToRecord(at: now())
        guard !attempts.isEmpty else { return }
        do {
            let recorded = try await store.record(attempts)
            queue.finish(recorded)
            for claim in recorded.lost { report(.lost(claim.deliveryID)) }
        } catch {
            queue.recordingFailed(at: now())
            report(.storeFailed(error))
        }
        wake()
    }
}
