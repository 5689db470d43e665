import Checklists
import Paging

/// All pending and finished deliveries. By webhook it has a queue of the pending ones in the order of their
/// next attempts, and all deliveries from newest to oldest.
struct DeliveryLog: Sendable {
    private(set) var table = Table<Delivery>()
    /// The approximate size in files, in bytes.
    private(set) var bytes = 0
    private var slots: [Delivery.ID: Slot] = [:]
    private var byWebhook: [Webhook.ID: Entries] = [:]
    /// The deliveries that succeeded or were given up, newest first.
    private(set) var finished = SortedIndex(by: DeliveryLog.byAge, [], in: Table<Delivery>())
    /// The pending deliveries, newest first.
    private var pending = SortedIndex(by: DeliveryLog.byAge, [], in: Table<Delivery>())

    /// The deliveries of one webhook.
    private struct Entries: Sendable {
        /// The pending deliveries by their next attempts; late ones come after all others.
        var queue = SortedIndex(by: DeliveryLog.byAttempt, [], in: Table<Delivery>())
        /// All deliveries, newest first.
        var all = SortedIndex(by: DeliveryLog.byAge, [], in: Table<Delivery>())
    }

    private static let byAttempt = Sorting<Delivery>([SortKey(.late), SortKey(.nextAttemptAt)])
    private static let byAge = Sorting<Delivery>([SortKey(.id, descending: true)])

    subscript(id: Delivery.ID) -> Delivery? { slots[id].map { table[$0] } }

    /// The webhooks with pending deliveries.
    var waitingWebhooks: [Webhook.ID] { byWebhook.filter { $0.value.queue.count > 0 }.map(\.key) }

    /// The number of pending deliveries to a webhook.
    func pendingCount(of webhook: Webhook.ID) -> Int { byWebhook[webhook]?.queue.count ?? 0 }

    /// The number of pending deliveries to all webhooks.
    var pendingCount: Int { pending.count }

    /// The oldest pending delivery.
    var oldestPending: Delivery? { pending.index(before: pending.endIndex).map { table[pending[$0]] } }

    /// All deliveries to a webhook, newest first.
    func all(of webhook: Webhook.ID) -> SortedIndex<Delivery> {
        byWebhook[webhook]?.all ?? SortedIndex(by: Self.byAge, [], in: table)
    }

    /// How many deliveries to some webhooks succeeded or were given up.
    func finishedCount(of webhooks: [Webhook.ID]) -> Int {
        webhooks.reduce(0) { count, id in
            count + (byWebhook[id].map { $0.all.count - $0.queue.count } ?? 0)
        }
    }

    /// The oldest deliveries to some webhooks that succeeded or were given up, oldest first.
    func oldestFinished(of webhooks: [Webhook.ID], limit: Int) -> [Delivery] {
        let oldest = webhooks.flatMap { id in
            all(of: id).slots.reversed().lazy.map { table[$0] }.filter { $0.status != .pending }
                .prefix(limit)
        }
        return Array(oldest.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// The pending deliveries to a webhook that are late, or not late, by their next attempts.
    ///
    /// - Parameter moment: Only deliveries whose next attempt is after it; `nil` for all.
    func queue(of webhook: Webhook.ID, late: Bool, after moment: Timestamp? = nil) -> some Sequence<Delivery>
    {
        let queue = byWebhook[webhook]?.queue ?? SortedIndex(by: Self.byAttempt, [], in: table)
        let start = queue.partitionPoint(in: table) { delivery in
            guard delivery.late == late else { return late }
            guard let moment, let next = delivery.nextAttemptAt else { return false }
            return next <= moment
        }
        let end = late ? queue.endIndex : queue.partitionPoint(in: table) { !$0.late }
        return queue.slots(in: start..<end).lazy.map { [table] in table[$0] }
    }

    /// Upserts a delivery; `nil` removes it.
    mutating func put(_ new: Delivery?, for id: Delivery.ID) {
        if let slot = slots[id] {
            unlist(slot)
            if let new {
                table[slot] = new
                list(slot)
            } else {
                table.remove(slot)
                slots[id] = nil
            }
        } else if let new {
            let slot = table.insert(new)
            slots[id] = slot
            list(slot)
        }
    }

    private mutating func list(_ slot: Slot) {
        let delivery = table[slot]
        bytes += delivery.storedBytes
        byWebhook[delivery.webhookID, default: Entries()].all.insert(slot, in: table)
        if delivery.status == .pending {
            byWebhook[delivery.webhookID]?.queue.insert(slot, in: table)
            pending.insert(slot, in: table)
        } else {
            finished.insert(slot, in: table)
        }
    }

    private mutating func unlist(_ slot: Slot) {
        let delivery = table[slot]
        bytes -= delivery.storedBytes
        byWebhook[delivery.webhookID]?.all.remove(slot, in: table)
        if delivery.status == .pending {
            byWebhook[delivery.webhookID]?.queue.remove(slot, in: table)
            pending.remove(slot, in: table)
        } else {
            finished.remove(slot, in: table)
        }
        if byWebhook[delivery.webhookID]?.all.count == 0 { byWebhook[delivery.webhookID] = nil }
    }
}
