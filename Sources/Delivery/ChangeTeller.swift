public import Checklists
import Synchronization

/// Sees to it that webhooks are told what changes: follows the feed for each of them, as its person, and
/// queues deliveries, in commits of its own.
///
/// Where a webhook is in the feed is kept with it, so that nothing is left out and nothing is told twice,
/// whenever a process ends. Whoever takes long, or cannot be reached, is told less often: then a thing that
/// has changed many times is told once, as it is.
public actor ChangeTeller {
    /// Something to be logged.
    public enum Event: Sendable {
        /// A webhook missed so much that it goes on with what changes from now on.
        case skipped(Webhook.ID)
        /// The store failed; it is asked again soon.
        case storeFailed(any Error)
    }

    private let store: any Store
    private let limits: TellerLimits
    private let now: @Sendable () -> Timestamp
    private let arm: WallClockTimer.Arm
    private let body: @Sendable (ChangeNotice, Webhook) -> [UInt8]
    private let report: @Sendable (Event) -> Void
    /// A sign that something may have changed. Signs that nobody has seen yet are one.
    private let wakes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// Whether a webhook may be told of changes; it is not so while none is, and no webhook changes.
    private let isFollowed = Mutex(true)
    /// How far the feed was read for webhooks in vain, which is not worth a commit: from where, to where.
    private var passed: [Webhook.ID: (from: FeedPosition, to: FeedPosition)] = [:]
    /// The epoch of these positions.
    private var epoch: Epoch?

    /// A teller that does nothing before `run`.
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - timer: A timer of its own.
    ///   - body: What the message about a change says to a webhook.
    ///   - report: Called from the teller's own executor, and must not wait.
    public init(
        store: any Store, limits: TellerLimits = TellerLimits(), now: @escaping @Sendable () -> Timestamp,
        timer: @escaping WallClockTimer.Arm, body: @escaping @Sendable (ChangeNotice, Webhook) -> [UInt8],
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.limits = limits
        self.now = now
        arm = timer
        self.body = body
        self.report = report
    }

    /// Looks at what has changed by a commit.
    public nonisolated func wake(after commit: Commit) {
        let isHeeded = isFollowed.withLock { isFollowed in
            if commit.changesWebhooks { isFollowed = true }
            return isFollowed
        }
        if isHeeded, commit.isSeen || commit.changesWebhooks { wakes.continuation.yield() }
    }

    /// Ends `run` after the commit that is under way.
    public nonisolated func stop() {
        wakes.continuation.finish()
    }

    /// Lets webhooks be told until it is stopped.
    public func run() async {
        wakes.continuation.yield()
        for await _ in wakes.stream {
            if let wait = await tell() {
                arm(now().advanced(by: wait)) { [wakes] in wakes.continuation.yield() }
            }
        }
    }

    /// Tells every webhook what it has not been told, and for how long to wait where that could not be.
    private func tell() async -> Duration? {
        do {
            // What changes from here on says so itself.
            isFollowed.withLock { $0 = false }
            if epoch != store.epoch { (epoch, passed) = (store.epoch, [:]) }
            let followers = try await store.changeFollowers(.webhooks)
            if !followers.isEmpty { isFollowed.withLock { $0 = true } }
            passed = passed.filter { id, _ in followers.contains { $0.webhook.id == id } }
            var wait: Duration?
            for follower in followers where try await !tell(follower) { wait = limits.busyTime }
            return wait
        } catch {
            isFollowed.withLock { $0 = true }
            report(.storeFailed(error))
            return limits.retryTime
        }
    }

    /// Tells one webhook; `false` if it has to wait until what is queued has been sent.
    private func tell(_ follower: ChangeFollower) async throws -> Bool {
        var webhook = follower.webhook
        var room = limits.pendingDeliveriesMax - follower.pendingDeliveriesCount
        while let kept = webhook.position {
            // To whom nothing gets through, nothing more is queued.
            guard webhook.failingSince == nil, room > 0 else { return false }
            let ahead = passed[webhook.id].flatMap { $0.from == kept ? $0.to : nil }
            let position = ahead ?? kept
            guard let page = try await page(after: position, for: webhook) else { return true }
            let notices = webhook.notices(of: page, after: position)
            if notices.isEmpty, page.entries.count < limits.entriesMax {
                passed[webhook.id] = (from: kept, to: page.next)
            } else {
                let isTold = try await store.tell(webhook, notices, through: page.next, body: body)
                guard isTold else { return true }
                webhook.position = page.next
                room -= notices.count
            }
            if !page.hasMore { return true }
        }
        return true
    }

    /// What changed; nothing where that is forgotten, after which it goes on from now.
    private func page(after position: FeedPosition, for webhook: Webhook) async throws -> FeedPage? {
        let principal = Principal.person(webhook.personID, device: nil)
        do {
            return try await store.changes(after: position, limit: limits.entriesMax, for: principal)
        } catch ChecklistsError.cursorExpired {
            let newest = try await store.changes(after: nil, limit: 1, for: principal).next.start
            report(.skipped(webhook.id))
            _ = try await store.tell(webhook, [], through: FeedPosition(after: newest), body: body)
            return nil
        }
    }
}
