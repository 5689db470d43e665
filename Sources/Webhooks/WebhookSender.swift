public import Checklists

/// Sends what is due to webhooks, and has the store keep how it went.
///
/// Each delivery is sent at least once: an outcome that did not reach the store before the process ended is
/// not known, and its delivery is tried again under the same message id.
public actor WebhookSender {
    /// Something to be logged or measured.
    public enum Event: Sendable {
        /// An attempt begins, so long after it was due.
        case began(Delivery.ID, Webhook.ID, latenessMilliseconds: Int64)
        /// An attempt has ended.
        case ended(AttemptOutcome, Webhook.ID)
        /// The store failed; it is asked again soon.
        case storeFailed(any Error)
        /// Nothing can be sent for the rest of the process's life, for that reason; what is due stays
        /// pending.
        case unavailable(OutgoingError)
    }

    private let repository: any DeliveryRepository
    private let client: HTTPClient
    private let limits: SenderLimits
    private let userAgent: String
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> Double
    private let arm: WallClockTimer.Arm
    private let report: @Sendable (Event) -> Void

    private var queue: AttemptQueue
    private var isUnavailable = false
    /// A sign that there may be something to send. Signs that nobody has seen yet are one.
    private let wakes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// A sign that there may be something to record.
    private let ends = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// A sender that does nothing before `run`.
    /// - Parameters:
    ///   - version: that of this program, for `user-agent`.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1.
    ///   - timer: a timer of its own, `WallClockTimer().arm`.
    ///   - report: called from the sender's own executor, and must not wait.
    public init(
        repository: any DeliveryRepository, client: HTTPClient, limits: SenderLimits = SenderLimits(),
        version: String, now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable () -> Double,
        timer: @escaping WallClockTimer.Arm, report: @escaping @Sendable (Event) -> Void
    ) {
        self.repository = repository
        self.client = client
        self.limits = limits
        userAgent = "checklistd/\(version)"
        self.now = now
        self.random = random
        arm = timer
        self.report = report
        queue = AttemptQueue(limits: limits)
    }

    /// Says that there may be something new to send.
    public nonisolated func wake() {
        wakes.continuation.yield()
    }

    /// Begins no further attempt; `run` returns once those under way have ended and are recorded.
    public nonisolated func stop() {
        wakes.continuation.finish()
    }

    /// Sends until it is stopped.
    ///
    /// Cancelling its task also cuts off what is under way; what was cut off is tried again at the next
    /// start.
    public func run() async {
        wake()
        async let recording: Void = recordUntilEnded()
        await sendUntilStopped()
        ends.continuation.finish()
        await recording
        // What ended after the recorder, when the task was cancelled or the store had failed.
        queue.recordingBackoff.succeeded()
        await record()
    }

    private func sendUntilStopped() async {
        await withDiscardingTaskGroup { attempts in
            for await _ in wakes.stream where !Task.isCancelled {
                for due in await claim() {
                    attempts.addTask { await self.attempt(due) }
                }
            }
        }
    }

    /// What may be sent now; sets the timer for what may be later.
    private func claim() async -> [DueDelivery] {
        let now = now()
        guard !isUnavailable else { return [] }
        var admitted: [DueDelivery] = []
        var nextAttempt: Timestamp?
        if queue.reading.allows(at: now) {
            do {
                queue.releaseHolds()
                let due = try await repository.dueDeliveries(
                    at: now, limitPerWebhook: limits.requestsPerWebhookMax, excluding: queue.excluded)
                admitted = queue.admit(due, at: now)
                nextAttempt = try await repository.nextAttempt(after: now)
                queue.reading.succeeded()
            } catch {
                queue.reading.failed(at: now)
                report(.storeFailed(error))
            }
        }
        // The timer may have been set for an outcome that could not be recorded.
        ends.continuation.yield()
        arm(queue.nextWake(nextAttempt: nextAttempt, at: now)) { [wakes] in wakes.continuation.yield() }
        return admitted
    }

    private func attempt(_ due: DueDelivery) async {
        let began = now()
        let dueAt = max(
            due.delivery.nextAttemptAt ?? began, due.webhook.pausedUntil ?? Timestamp(milliseconds: 0))
        let lateness = max(0, began.milliseconds - dueAt.milliseconds)
        report(.began(due.delivery.id, due.webhook.id, latenessMilliseconds: lateness))
        let answer: Result<OutgoingResponse, OutgoingError>
        do throws(OutgoingError) {
            answer = .success(try await client.send(request(for: due, at: began)))
        } catch {
            answer = .failure(error)
        }
        switch answer {
        case .failure(.cancelled):
            // Either this sender ends or the client has; neither sends anything any more.
            queue.cutOff(due.delivery.id)
            isUnavailable = true
        case .failure(.unavailable(let why)):
            queue.cutOff(due.delivery.id)
            if !isUnavailable { report(.unavailable(.unavailable(why))) }
            isUnavailable = true
        default:
            let outcome = AttemptOutcome(
                of: due.delivery, began: began, ended: now(), answer: answer, jitter: random())
            queue.end(outcome)
            report(.ended(outcome, due.webhook.id))
            ends.continuation.yield()
        }
        wake()
    }

    private func request(for due: DueDelivery, at now: Timestamp) -> OutgoingRequest {
        let delivery = due.delivery
        let seconds = now.milliseconds / 1000
        let signature = WebhookSignature.header(
            messageID: delivery.messageID, seconds: seconds, body: delivery.body,
            secrets: due.webhook.secrets(at: now))
        return OutgoingRequest(
            .post(delivery.body), due.webhook.url,
            fields: [
                HeaderField("content-type", "application/json"),
                HeaderField("user-agent", userAgent),
                HeaderField("webhook-id", delivery.messageID),
                HeaderField("webhook-timestamp", "\(seconds)"),
                HeaderField("webhook-signature", signature),
                HeaderField("webhook-attempt", "\(delivery.attempts.count + 1)"),
            ], limits: limits.request)
    }

    private func recordUntilEnded() async {
        for await _ in ends.stream { await record() }
    }

    /// Has the store keep what has ended; what ends meanwhile waits for the next time.
    private func record() async {
        let outcomes = queue.outcomesToRecord(at: now())
        guard !outcomes.isEmpty else { return }
        do {
            try await repository.record(outcomes)
            queue.recorded()
        } catch {
            queue.recordingFailed(at: now())
            report(.storeFailed(error))
        }
        wake()
    }
}
