public import Checklists
import Synchronization

/// Queues messages to push registrations of calendar apps whose lists have changed (WebDAV-Push).
///
/// The notifier reads only the registrations for lists that a commit names. Changes of a list within
/// `CollectionNotifierLimits.gatheringTime` become one message. While that message is pending, the notifier
/// queues no other. The position of a registration in the feed is stored with it, so changes made while no
/// process ran are sent at the next start. Of several processes, only the first to move the position queues
/// the message.
public actor CollectionNotifier {
    private let store: any Store
    private let limits: CollectionNotifierLimits
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (CollectionUpdate) -> [UInt8]
    private let report: @Sendable (any Error) -> Void
    private let wakeUp: WakeUp
    private let agenda: Mutex<CollectionAgenda>
    /// Whether there may be a push registration. While there is none, commits cost nothing here.
    private let isFollowed = Mutex(true)

    /// Creates a notifier, which is idle until `run`.
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - timer: A timer for this notifier alone.
    ///   - body: Makes the body of the message about a change.
    ///   - report: Called with the store's error on the notifier's executor; must not block.
    public init(
        store: any Store, limits: CollectionNotifierLimits = CollectionNotifierLimits(),
        now: @escaping @Sendable () -> Timestamp, timer: @escaping WakeUp.Timer,
        body: @escaping @Sendable (CollectionUpdate) -> [UInt8],
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.store = store
        self.limits = limits
        self.now = now
        wakeUp = WakeUp(timer: timer)
        self.body = body
        self.report = report
        agenda = Mutex(CollectionAgenda(limits))
    }

    /// Notes the lists that a commit changes.
    public nonisolated func wake(after commit: Commit) {
        let isHeeded = isFollowed.withLock { isFollowed in
            if commit.changesWebhooks { isFollowed = true }
            return isFollowed
        }
        guard isHeeded, commit.isSeen else { return }
        let due = now().advanced(by: limits.gatheringTime)
        let isNew = agenda.withLock { $0.note(commit.touched?.lists, due: due) }
        if isNew { wakeUp.signal() }
    }

    /// Ends `run` after the commit in progress.
    public nonisolated func stop() {
        wakeUp.end()
    }

    /// Queues messages until `stop`.
    public func run() async {
        // Lists may have changed while no process ran.
        _ = agenda.withLock { $0.note(nil, due: now()) }
        await wakeUp.run {
            let part = agenda.withLock { $0.takeDue(at: now()) }
            if let part { await notify(part) }
            if let next = agenda.withLock({ $0.next }) { wakeUp.signal(at: next) }
        }
    }

    /// Queues messages to the registrations for some lists.
    private func notify(_ part: CollectionAgenda.Part) async {
        do {
            if part.lists == nil { isFollowed.withLock { $0 = false } }
            let followers = try await store.changeFollowers(.registrations(on: part.lists))
            if !followers.isEmpty { isFollowed.withLock { $0 = true } }
            guard part.lists != nil else {
                // In parts, so that lists that change meanwhile have their turn.
                let lists = followers.compactMap { $0.webhook.checklistIDs?.first }
                return agenda.withLock { $0.noteEach(lists, due: now()) }
            }
            for follower in followers {
                guard let time = try await notify(follower), let list = follower.webhook.checklistIDs else {
                    continue
                }
                let due = now().advanced(by: time)
                _ = agenda.withLock { $0.note(list, due: due) }
            }
        } catch {
            isFollowed.withLock { $0 = true }
            let due = now().advanced(by: limits.retryTime)
            _ = agenda.withLock { $0.note(part.lists, due: due) }
            report(error)
        }
    }

    /// Queues the message to one registration if its list has changed.
    /// - Returns: The wait before the next try, if the registration cannot be notified now.
    private func notify(_ follower: ChangeFollower) async throws -> Duration? {
        let registration = follower.webhook
        guard let list = registration.checklistIDs?.first, let start = registration.position,
            !registration.isExpired(at: now())
        else { return nil }
        // The app reads all changes after the pending message. That message may already be in transit, and
        // the app may read before this change. The notifier therefore checks the registration again.
        if registration.failingSince != nil { return limits.failingTime }
        if follower.pendingDeliveriesCount > 0 { return limits.busyTime }
        let (triggers, next, entriesCount) = try await changes(for: registration, after: start)
        if triggers.isEmpty, entriesCount < limits.entriesMax { return nil }
        let update = triggers.isEmpty ? nil : CollectionUpdate(of: list, triggers, at: next)
        _ = try await store.notify(registration, update, through: next, body: body)
        return nil
    }

    /// The changes on the list of a registration, the position after them, and the number of entries read.
    private func changes(
        for registration: Webhook, after start: FeedPosition
    ) async throws -> (triggers: Set<PushTrigger>, next: FeedPosition, entriesCount: Int) {
        let principal = Principal.person(registration.personID, device: nil)
        var (triggers, next, count): (Set<PushTrigger>, _, _) = ([], start, 0)
        do {
            while true {
                let page = try await store.changes(after: next, limit: limits.entriesMax, for: principal)
                triggers.formUnion(registration.triggers(of: page, after: next))
                next = page.next
                count += page.entries.count
                if !page.hasMore { return (triggers, next, count) }
                // One trigger is enough: the app reads all changes. Reading on would cost a query a page.
                if !triggers.isEmpty {
                    triggers = registration.triggers
                    break
                }
            }
        } catch ChecklistsError.cursorExpired {
            // The expired part of the feed may have had changes of this list.
            triggers = registration.triggers
        }
        let newest = try await store.changes(after: nil, limit: 1, for: principal).next.start
        return (triggers, FeedPosition(after: newest), count)
    }
}

/// The changed lists, and when to check their registrations.
struct CollectionAgenda {
    /// Lists to check; `nil` for all.
    struct Part: Equatable {
        let lists: [Checklist.ID]?
    }

    private let limits: CollectionNotifierLimits
    private var dueByList: [Checklist.ID: Timestamp] = [:]
    /// When to check all lists; `nil` where that is not needed.
    private var allDue: Timestamp?

    init(_ limits: CollectionNotifierLimits) {
        self.limits = limits
    }

    /// When the next part is due.
    var next: Timestamp? { ([allDue].compactMap(\.self) + dueByList.values).min() }

    /// Notes that lists have changed; `nil` if any list may have changed. A list that is already noted keeps
    /// its time.
    /// - Returns: Whether anything was not noted before.
    mutating func note(_ lists: [Checklist.ID]?, due: Timestamp) -> Bool {
        guard let lists, dueByList.count + lists.count <= limits.listsMax else {
            dueByList = [:]
            defer { allDue = min(allDue ?? due, due) }
            return allDue == nil
        }
        var isNew = false
        for list in lists where dueByList[list] == nil {
            dueByList[list] = due
            isNew = true
        }
        return isNew
    }

    /// Notes lists without the limit `listsMax`.
    mutating func noteEach(_ lists: [Checklist.ID], due: Timestamp) {
        for list in lists { dueByList[list] = min(dueByList[list] ?? due, due) }
    }

    /// Takes a part of the due lists, the oldest first. A list that is due further ahead than `waitMax` was
    /// noted before the clock was set back; it is due now.
    mutating func takeDue(at now: Timestamp) -> Part? {
        let latest = now.advanced(by: limits.waitMax)
        func isDue(_ moment: Timestamp) -> Bool { moment <= now || latest < moment }
        if let all = allDue, isDue(all) {
            (allDue, dueByList) = (nil, [:])
            return Part(lists: nil)
        }
        let due = dueByList.filter { isDue($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        let lists = due.prefix(limits.listsPerPartMax).map(\.key)
        for list in lists { dueByList[list] = nil }
        return lists.isEmpty ? nil : Part(lists: lists)
    }
}
