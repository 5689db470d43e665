import Checklists
import Delivery

extension Timestamp {
    static let zero = Timestamp(milliseconds: 0)

    static func seconds(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }

    func after(seconds: Int) -> Timestamp { advanced(byMilliseconds: Int64(seconds) * 1000) }
}

extension Webhook {
    static func example(_ id: Int = 1, url: String = "http://receiver.test/") -> Webhook {
        Webhook(
            id: ID(rawValue: id), url: url, description: "", events: [.reminderDue], active: true,
            secret: Secret(bytes: Array(0..<32)), createdAt: .zero, updatedAt: .zero, revision: .zero)
    }
}

extension Delivery {
    static func example(_ id: Int = 1, to webhook: Int = 1, dueAt: Timestamp = .zero) -> Delivery {
        Delivery(
            id: ID(rawValue: id), webhookID: Webhook.ID(rawValue: webhook), messageID: "msg_\(id)",
            event: Webhook.Event.reminderDue.rawValue, itemID: nil, body: Array(#"{"number":\#(id)}"#.utf8),
            nextAttemptAt: dueAt, createdAt: .zero, revision: .zero)
    }
}

extension AttemptOutcome {
    static func example(
        _ verdict: Verdict, of id: Int = 1, at: Timestamp = .zero, pauseUntil: Timestamp? = nil,
        disableReason: String? = nil
    ) -> AttemptOutcome {
        AttemptOutcome(
            deliveryID: Delivery.ID(rawValue: id),
            attempt: Delivery.Attempt(
                at: at, durationMilliseconds: 0, status: nil, error: verdict == .delivered ? nil : "failed"),
            verdict: verdict, pauseUntil: pauseUntil, disableReason: disableReason)
    }
}

extension WebhookSender {
    /// Sends until an attempt has ended, and returns its outcome.
    nonisolated func firstOutcome(among events: AsyncStream<Event>) async -> AttemptOutcome? {
        await withTaskGroup { group in
            group.addTask { await self.run() }
            defer { stop() }
            for await event in events {
                if case .ended(let outcome, _) = event { return outcome }
            }
            return nil
        }
    }
}
