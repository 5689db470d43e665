import API
import CalDAV
import Checklists
import Delivery
import Foundation
import HTTPClient
import Synchronization

/// Runs the schedulers, the notifiers and the webhook sender while the server runs.
final class ReminderService: Sendable {
    private let store: any Store
    private let scheduler: ReminderScheduler
    private let notifier: ChangeNotifier
    private let collections: CollectionNotifier?
    private let sender: WebhookSender
    private let client: HTTPClient
    private let logDays: Int
    private let log: Log
    private let work = Mutex<[Task<Void, Never>]>([])

    init(
        _ store: any Store, _ configuration: Configuration, _ messages: MessageWriter,
        _ encryption: any PushEncryption, _ push: CollectionPush?, _ mail: MailRoute?, senderMark: String,
        metrics: ReminderMetrics, log: Log
    ) {
        self.store = store
        self.log = log
        logDays = configuration.deliveryLogDays
        let max = configuration.listMessagesPerHourMax
        let hourly = max > 0 ? HourlyLimit(messagesMax: max, summary: messages.withheld) : nil
        scheduler = ReminderScheduler(
            store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm, hourly: hourly,
            body: messages.reminder,
            report: { event in
                metrics.record(event)
                log.record(event)
            })
        notifier = ChangeNotifier(
            store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm, hourly: hourly,
            body: messages.change, report: { log.record($0) })
        collections = push.map { push in
            CollectionNotifier(
                store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm,
                body: { push.message($0, in: store.epoch) },
                report: { log.warning("calendar pushes delayed by the store", ["error": "\($0)"]) })
        }
        client = HTTPClient(configuration.client)
        sender = WebhookSender(
            store: store, client: client, version: Version.current, senderMark: senderMark,
            pushEncryption: encryption, mail: mail, now: { Timestamp(Date()) },
            random: { Double.random(in: 0...1) },
            makeToken: { ClaimToken(rawValue: .random(in: .min ... .max)) }, timer: WallClockTimer().arm,
            report: { event in
                metrics.record(event)
                log.record(event)
            })
    }

    func start() {
        let commits = store.commits()
        work.withLock { work in
            work.append(Task { [self] in for await commit in commits { wake(after: commit) } })
            work.append(Task { [scheduler] in await scheduler.run() })
            work.append(Task { [sender] in await sender.run() })
            work.append(Task { [notifier] in await notifier.run() })
            work.append(Task { [collections] in await collections?.run() })
            work.append(Task { [self] in await forget() })
        }
    }

    /// Wakes the parts for which a commit can have made work due.
    private func wake(after commit: Commit) {
        if commit.schedulesReminders { scheduler.wake() }
        if commit.schedulesResets { scheduler.wakeForResets() }
        if commit.queuesDeliveries { sender.wake() }
        notifier.wake(after: commit)
        collections?.wake(after: commit)
    }

    /// Stops all parts. A delivery that does not finish within `time` is sent again at the next start.
    func stop(within time: Duration) async {
        scheduler.stop()
        sender.stop()
        notifier.stop()
        collections?.stop()
        let tasks = work.withLock { $0 }
        for task in [tasks.first, tasks.last] { task?.cancel() }
        let limit = Task {
            try await Task.sleep(for: time)
            for task in tasks { task.cancel() }
        }
        for task in tasks { await task.value }
        limit.cancel()
        client.stop()
    }

    /// Deletes old deliveries, expired trash and tombstones, and expired push registrations, now and every
    /// hour.
    private func forget() async {
        while !Task.isCancelled {
            let moment = Timestamp(Date()).advanced(byMilliseconds: -Int64(logDays) * 86_400_000)
            do {
                let count = try await store.forgetDeliveries(completedBefore: moment)
                if count > 0 { log.info("old deliveries deleted", ["count": count]) }
                let tombstones = try await store.forgetTombstones(store.retention.age(at: Timestamp(Date())))
                if tombstones > 0 { log.info("expired trash and tombstones deleted", ["count": tombstones]) }
                let ended = try await store.forgetRegistrations(expiredAt: Timestamp(Date()))
                if ended > 0 { log.info("expired push registrations deleted", ["count": ended]) }
                try await Task.sleep(for: .seconds(3600))
            } catch is CancellationError {
                return
            } catch {
                log.warning("deletion of old data failed", ["error": "\(error)"])
                // Cancellation ends the wait, and then the loop.
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }
}

extension Log {
    /// Logs the events of the reminder scheduler.
    fileprivate func record(_ event: ReminderScheduler.Event) {
        switch event {
        case .fired(let reminders, let deliveriesCount):
            debug("reminders fired", ["count": reminders.count, "deliveries": deliveriesCount])
            let late = reminders.count(where: \.late)
            if late > 0 { info("late reminders fired", ["count": late]) }
        case .reset(let checklist, let count):
            debug("checklist reset", ["checklist": checklist, "unchecked": count])
        case .storeFailed(let error):
            warning("reminders delayed by the store", ["error": "\(error)"])
        }
    }

    /// Logs the events of the change notifier.
    fileprivate func record(_ event: ChangeNotifier.Event) {
        switch event {
        case .skipped(let webhook):
            warning("webhook missed changes", ["webhook": webhook, "reason": "the feed no longer has them"])
        case .storeFailed(let error): warning("change notices delayed by the store", ["error": "\(error)"])
        }
    }

    /// Logs the events of the webhook sender.
    fileprivate func record(_ event: WebhookSender.Event) {
        switch event {
        case .began: break
        case .ended(let outcome, let webhook):
            if let error = outcome.attempt.error {
                // The host of a receiver belongs to its owner: only the level debug shows it.
                let status = outcome.attempt.status.map { "the receiver answered \($0)" }
                let kind = outcome.cause?.kind ?? status ?? ""
                info("delivery failed", ["delivery": outcome.deliveryID, "webhook": webhook, "error": kind])
                let detail = outcome.cause?.detail ?? error
                debug("delivery failed", ["delivery": outcome.deliveryID, "detail": detail])
            }
            if let reason = outcome.disableReason {
                warning("webhook disabled", ["webhook": webhook, "reason": reason])
            }
        case .lost(let delivery):
            warning("delivery also sent by another process", ["delivery": delivery])
        case .storeFailed(let error): warning("deliveries delayed by the store", ["error": "\(error)"])
        case .unavailable(let error):
            error.logged(by: self)
        }
    }
}

extension OutgoingError {
    fileprivate func logged(by log: Log) {
        log.error("webhooks unavailable", ["error": "\(self)", "checklists": "are still served"])
    }
}
