public import Checklists
import Synchronization

/// Queues deliveries to webhooks about changes. It reads the feed for each webhook, as the webhook's person.
///
/// The position of a webhook in the feed is stored with it, so a crash neither loses nor repeats a notice. A
/// slow or failing receiver is notified less often. The feed has each changed record once, so many changes of
/// one item become one notice.
public actor ChangeNotifier {
    /// An event for the log.
    public enum Event: Sendable {
        /// The feed no longer reaches back to the webhook's position. The webhook continues from now.
        case skipped(Webhook.ID)
        /// The store failed. The next try follows after `retryTime`.
        case storeFailed(any Error)
    }

    private let store: any Store
    private let limits: ChangeNotifierLimits
    private let hourly: HourlyLimit?
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (ChangeNotice, Webhook) -> [UInt8]
    private let report: @Sendable (Event) -> Void
    private let wakeUp: WakeUp
    /// Whether a webhook may follow changes. While none does, commits cost nothing here.
    private let isFollowed = Mutex(true)
    /// Parts of the feed, by webhook, that were read and had no notice. Skipping them is not worth a commit.
    private var passed: [Webhook.ID: (from: FeedPosition, to: FeedPosition)] = [:]
    /// The epoch of these positions.
    private var epoch: Epoch?

    /// Creates a notifier, which is idle until `run`.
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - timer: A timer for this notifier alone.
    ///   - hourly: The limit of messages that people read; `nil` for none.
    ///   - body: Makes the body of the message about a change.
    ///   - report: Called on the notifier's executor; must not block.
    public init(
        store: any Store, limits: ChangeNotifierLimits = ChangeNotifierLimits(),
        now: @escaping @Sendable () -> Timestamp,
        timer: @escaping WakeUp.Timer, hourly: HourlyLimit? = nil,
        body: @escaping @Sendable (ChangeNotice, Webhook) -> [UInt8],
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.limits = limits
        self.hourly = hourly
        self.now = now
        wakeUp = WakeUp(timer: timer)
        self.body = body
        self.report = report
    }

    /// Wakes the notifier if a commit may concern a webhook.
    public nonisolated func wake(after commit: Commit) {
        let isHeeded = isFollowed.withLock { isFollowed in
            if commit.changesWebhooks { isFollowed = true }
            return isFollowed
        }
        if isHeeded, commit.isSeen || commit.changesWebhooks { wakeUp.signal() }
    }

    /// Ends `run` after the commit in progress.
    public nonisolated func stop() {
        wakeUp.end()
    }

    /// Queues deliveries until `stop`.
    public func run() async {
        await wakeUp.run {
            if let wait = await notify() { wakeUp.signal(at: now().advanced(by: wait)) }
        }
    }

    /// Queues the due deliveries of all webhooks.
    /// - Returns: The wait before the next try, if some webhook could not be notified.
    private func notify() async -> Duration? {
        do {
            // A later commit wakes the notifier again.
            isFollowed.withLock { $0 = false }
            if epoch != store.epoch { (epoch, passed) = (store.epoch, [:]) }
            let followers = try await store.changeFollowers(.webhooks)
            if !followers.isEmpty { isFollowed.withLock { $0 = true } }
            passed = passed.filter { id, _ in followers.contains { $0.webhook.id == id } }
            var wait: Duration?
            for follower in followers where try await !notify(follower) { wait = limits.busyTime }
            return wait
        } catch {
            isFollowed.withLock { $0 = true }
            report(.storeFailed(error))
            return limits.retryTime
        }
    }

    /// Queues the due deliveries of one webhook.
    /// - Returns: `false` if its queue is full or its receiver is failing.
    private func notify(_ follower: ChangeFollower) async throws -> Bool {
        var webhook = follower.webhook
        var room = limits.pendingDeliveriesMax - follower.pendingDeliveriesCount
        while let kept = webhook.position {
            guard webhook.failingSince == nil, room > 0 else { return false }
            let ahead = passed[webhook.id].flatMap { $0.from == kept ? $0.to : nil }
            let position = ahead ?? kept
            guard let page = try await page(after: position, for: webhook) else { return true }
            let notices = webhook.notices(of: page, after: position)
            if notices.isEmpty, page.entries.count < limits.entriesMax {
                passed[webhook.id] = (from: kept, to: page.next)
            } else {
                let isNotified = try await store.notify(
                    webhook, notices, through: page.next, hourly: hourly, body: body)
                guard isNotified else { return true }
                webhook.position = page.next
                room -= notices.count
            }
            if !page.hasMore { return true }
        }
        return true
    }

    /// The next page of the feed; `nil` if the position has expired and was set to the newest revision.
    private func page(after position: FeedPosition, for webhook: Webhook) async throws -> FeedPage? {
        let principal = Principal.person(webhook.personID, device: nil)
        do {
            return try await store.changes(after: position, limit: limits.entriesMax, for: principal)
        } catch ChecklistsError.cursorExpired {
            let newest = try await store.changes(after: nil, limit: 1, for: principal).next.start
            report(.skipped(webhook.id))
            _ = try await store.notify(webhook, [], through: FeedPosition(after: newest), body: body)
            return nil
        }
    }
}
