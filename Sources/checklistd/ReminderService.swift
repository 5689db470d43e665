import API
import CalDAV
import Checklists
import Delivery
import Foundation
import HTTPClient
import Synchronization

/// Lets reminders go out and webhooks be told, from the start of the service to its end.
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
        scheduler = ReminderScheduler(
            store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm,
            body: messages.reminder,
            report: { event in
                metrics.record(event)
                log.record(event)
            })
        notifier = ChangeNotifier(
            store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm,
            body: messages.change, report: { log.record($0) })
        collections = push.map { push in
            CollectionNotifier(
                store: store, now: { Timestamp(Date()) }, timer: WallClockTimer().arm,
                body: { push.message($0, in: store.epoch) },
                report: { log.warning("calendar apps wait for the store", ["error": "\($0)"]) })
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

    /// Begins.
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

    /// Looks at what a commit may have made due.
    private func wake(after commit: Commit) {
        if commit.schedulesReminders { scheduler.wake() }
        if commit.schedulesResets { scheduler.wakeForResets() }
        if commit.queuesDeliveries { sender.wake() }
        notifier.wake(after: commit)
        collections?.wake(after: commit)
    }

    /// Ends. What is being sent and not finished within the time is sent again at the next start.
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

    /// Drops deliveries that are older than the log is to be, what was deleted long ago, and push
    /// registrations that have ended, now and every hour.
    private func forget() async {
        while !Task.isCancelled {
            let moment = Timestamp(Date()).advanced(byMilliseconds: -Int64(logDays) * 86_400_000)
            do {
                let count = try await store.forgetDeliveries(completedBefore: moment)
                if count > 0 { log.info("delivery log", ["forgotten": count]) }
                let removals = try await store.forgetRemovals(store.retention.age(at: Timestamp(Date())))
                if removals > 0 { log.info("trash", ["forgotten": removals]) }
                let ended = try await store.forgetRegistrations(expiredAt: Timestamp(Date()))
                if ended > 0 { log.info("push registrations", ["ended": ended]) }
                try await Task.sleep(for: .seconds(3600))
            } catch is CancellationError {
                return
            } catch {
                log.warning("forgetting failed", ["error": "\(error)"])
                // Cancelled while waiting, the loop ends by itself.
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }
}

extension Log {
    /// Logs what an operator should know of reminders.
    fileprivate func record(_ event: ReminderScheduler.Event) {
        switch event {
        case .fired(let reminders, let deliveriesCount):
            debug("reminders fired", ["count": reminders.count, "deliveries": deliveriesCount])
            let late = reminders.count(where: \.late)
            if late > 0 { info("late reminders fired", ["count": late]) }
        case .reset(let checklist, let count):
            debug("checklist reset", ["checklist": checklist, "unchecked": count])
        case .storeFailed(let error):
            warning("reminders wait for the store", ["error": "\(error)"])
        }
    }

    /// Logs what an operator should know of webhooks that are told of changes.
    fileprivate func record(_ event: ChangeNotifier.Event) {
        switch event {
        case .skipped(let webhook):
            warning("webhook missed changes", ["webhook": webhook, "reason": "they are forgotten by now"])
        case .storeFailed(let error): warning("changes wait for the store", ["error": "\(error)"])
        }
    }

    /// Logs what an operator should know of webhooks.
    fileprivate func record(_ event: WebhookSender.Event) {
        switch event {
        case .began: break
        case .ended(let outcome, let webhook):
            if let error = outcome.attempt.error {
                // A receiver's host is the business of its owner: it stands in the log at the level debug.
                let status = outcome.attempt.status.map { "the receiver answered \($0)" }
                let kind = outcome.cause?.kind ?? status ?? ""
                info("delivery failed", ["delivery": outcome.deliveryID, "webhook": webhook, "error": kind])
                let detail = outcome.cause?.detail ?? error
                debug("delivery failed", ["delivery": outcome.deliveryID, "detail": detail])
            }
            if let reason = outcome.disableReason {
                warning("webhook turned off", ["webhook": webhook, "reason": reason])
            }
        case .lost(let delivery):
            warning("delivery sent by another process as well", ["delivery": delivery])
        case .storeFailed(let error): warning("deliveries wait for the store", ["error": "\(error)"])
        case .unavailable(let error):
            error.logged(by: self)
        }
    }
}

extension OutgoingError {
    fileprivate func logged(by log: Log) {
        log.error("webhooks cannot be told", ["error": "\(self)", "checklists": "are kept all the same"])
    }
}
