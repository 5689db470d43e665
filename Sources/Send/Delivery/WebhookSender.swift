public import Checklists
public import HTTPClient

/// Sends what is due to webhooks, and has the store keep how it went.
///
/// It claims what it sends, so that nobody else does. Each delivery is sent at least once: an outcome that
/// did not reach the store before the process ended is not known, and its delivery is tried again under the
/// same message id.
///
/// This module sends what is due: it takes reminders from the store, sends them over channels, and tries
/// again. It touches the network through `HTTPClient` alone, and the store by its port.
public actor WebhookSender {
    /// Something to be logged or measured.
    public enum Event: Sendable {
        /// An attempt begins, so long after it was due.
        case began(Delivery.ID, Webhook.ID, latenessMilliseconds: Int64)
        /// An attempt has ended.
        case ended(AttemptOutcome, Webhook.ID)
        /// An attempt took so long to be recorded that somebody else has made another one.
        case lost(Delivery.ID)
        /// The store failed; it is asked again soon.
        case storeFailed(any Error)
        /// Nothing can be sent for the rest of the process's life, for that reason; what is due stays
        /// pending.
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

    /// A sender that does nothing before `run`.
    /// - Parameters:
    ///   - version: that of this program, for `user-agent`.
    ///   - senderMark: the value of `webhook-sender`.
    ///   - pushEncryption: encrypts for devices; `nil` where there are none.
    ///   - mail: what mail goes out by; `nil` where none does.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1.
    ///   - makeToken: draws what nobody else has.
    ///   - timer: a timer of its own, `WallClockTimer().arm`.
    ///   - report: called from the sender's own executor, and must not wait.
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

    /// Says that there may be something new to send.
    public nonisolated func wake() {
        sending.signal()
    }

    /// Begins no further attempt; `run` returns once those under way have ended and are recorded.
    public nonisolated func stop() {
        sending.end()
    }

    /// Sends until it is stopped.
    ///
    /// Cancelling its task also cuts off what is under way; what was cut off is tried again at the next
    /// start.
    public func run() async {
        async let recorded: Void = recordUntilEnded()
        await sendUntilStopped()
        recording.end()
        await recorded
        // What ended after the recorder, when the task was cancelled or the store had failed.
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

    /// Claims what may be sent now; sets the timer for what may be later.
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
            answer = .success(try await send(channel.outgoing(for: attempt, from: service)))
        } catch {
            answer = .failure(error)
        }
        switch answer {
        case .failure(.cancelled):
            // Either this sender ends or the client has; neither sends anything any more.
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

    /// - Returns: The response; `nil` from a mail server that has taken the message.
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

    /// Has the store keep what has ended; what ends meanwhile waits for the next time.
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
