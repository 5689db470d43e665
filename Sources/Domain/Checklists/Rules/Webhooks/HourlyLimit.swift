/// The limit of messages about one list to one receiver in an hour, and the message in place of the others.
public struct HourlyLimit: Sendable {
    /// Makes the summary: the message that says how many others were withheld.
    public typealias Summary = @Sendable (_ withheld: Int, Checklist, Timestamp, Webhook) -> [UInt8]

    let messagesMax: Int
    let summary: Summary

    /// Creates a limit.
    public init(messagesMax: Int, summary: @escaping Summary) {
        self.messagesMax = messagesMax
        self.summary = summary
    }
}

/// The messages that a webhook got lately. The stored deliveries are the count, so it holds for all processes
/// and after a restart.
public struct RecentMessages: Hashable, Sendable {
    /// The number of messages about each list.
    var counts: [Checklist.ID: Int] = [:]
    /// The newest summary about each list.
    var summaries: [Checklist.ID: Delivery.ID] = [:]
    /// The number of announcements and proposals.
    var notices = 0

    /// No messages.
    public init() {}

    /// Adds deliveries that are recent.
    public mutating func add(_ count: Int, _ event: String, _ list: Checklist.ID?, newest: Delivery.ID) {
        switch (event, list) {
        case (Delivery.announcementEvent, _), (Delivery.proposalEvent, _): notices += count
        case (Delivery.summaryEvent, let list?): summaries[list] = max(summaries[list] ?? newest, newest)
        case (_, let list?): counts[list, default: 0] += count
        case (_, nil): break
        }
    }
}

extension Delivery {
    /// The event of a summary.
    public static let summaryEvent = "messages.withheld"

    /// Whether the delivery was queued within an hour; a summary within two, because it can wait for one.
    package func isRecent(at now: Timestamp) -> Bool {
        let hours: Int64 = event == Self.summaryEvent ? 2 : 1
        return createdAt <= now && now < createdAt.advanced(byMilliseconds: hours * Limits.hourMilliseconds)
    }
}

/// Withholds the messages of one change that exceed the limit.
struct MessageLimiter {
    private let limit: HourlyLimit?
    private var recent: [Webhook.ID: RecentMessages] = [:]
    private var withheld: [(webhook: Webhook, list: Checklist, count: Int)] = []

    /// - Parameter limit: The limit; `nil` for none.
    init(_ limit: HourlyLimit?) { self.limit = limit }

    /// Whether a message about a list is to be queued. If not, the summary counts it.
    mutating func admits(
        _ webhook: Webhook, _ list: Checklist, in transaction: inout some Transaction
    ) -> Bool {
        guard let limit else { return true }
        var known = recent[webhook.id] ?? transaction.recentMessages(to: webhook.id)
        defer { recent[webhook.id] = known }
        if known.counts[list.id, default: 0] < limit.messagesMax {
            known.counts[list.id, default: 0] += 1
            return true
        }
        let index = withheld.firstIndex { $0.webhook.id == webhook.id && $0.list.id == list.id }
        if let index { withheld[index].count += 1 } else { withheld.append((webhook, list, 1)) }
        return false
    }

    /// Queues the summaries of what was withheld. Each waits a minute for further messages, and until an hour
    /// after the one before. While it waits, a later one replaces it.
    func summaries(in transaction: inout some Transaction) -> [Mutation] {
        guard let limit else { return [] }
        let (now, revision) = (transaction.now, transaction.nextRevision)
        var mutations: [Mutation] = []
        for (webhook, list, count) in withheld {
            var (due, sum) = (now.advanced(byMilliseconds: Limits.summaryMilliseconds), count)
            if let id = recent[webhook.id]?.summaries[list.id], let last = transaction.delivery(id) {
                if last.attempts.isEmpty, let next = last.nextAttemptAt, now < next {
                    (due, sum) = (next, last.withheld + count)
                    mutations.append(.delivery(before: last, after: nil))
                } else {
                    let sent = min(now, last.completedAt ?? now)
                    due = max(due, sent.advanced(byMilliseconds: Limits.hourMilliseconds))
                }
            }
            let summary = Delivery(
                id: transaction.allocate(Delivery.ID.self), webhookID: webhook.id,
                messageID: "more_\(webhook.id)_\(list.id)_\(revision.rawValue)",
                event: Delivery.summaryEvent, itemID: nil, checklistID: list.id, withheld: sum,
                body: limit.summary(sum, list, now, webhook),
                nextAttemptAt: due, createdAt: now, revision: revision)
            mutations.append(.delivery(before: nil, after: summary))
        }
        return mutations
    }
}
