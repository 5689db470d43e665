// Webhooks and deliveries.

public import Checklists
import Paging

extension MemoryStore {
    /// Upserts a webhook; `nil` removes it.
    mutating func put(_ new: Webhook?, for id: Webhook.ID?) {
        guard let id else { return }
        if let person = (new ?? webhooksByID[id])?.personID {
            var ids = webhooksByPerson[person] ?? []
            ids.removeAll { $0 == id }
            if new != nil { ids.insert(id, at: ids.firstIndex { $0 > id } ?? ids.count) }
            webhooksByPerson[person] = ids.isEmpty ? nil : ids
        }
        webhooksByID[id] = new
        sequences.raise(above: id)
    }

    /// Upserts a delivery; `nil` removes it.
    mutating func put(_ new: Delivery?, for id: Delivery.ID?) {
        guard let id else { return }
        deliveryLog.put(new, for: id)
        sequences.raise(above: id)
    }

    /// A page of a person's webhooks, by id: of one kind, or of every kind.
    /// - Throws: `invalidCursor`.
    public func webhooks(
        _ page: PageRequest, of person: Person.ID, _ kind: Webhook.Kind?
    ) throws(ChecklistsError) -> Page<Webhook> {
        try Page(webhooks(of: person).filter { kind == nil || $0.kind == kind }, page)
    }

    /// Active webhooks that follow changes, by id.
    func changeFollowers(_ selection: FollowerSelection) -> [ChangeFollower] {
        let found: [Webhook]
        switch selection {
        case .webhooks: found = webhooksByID.values.filter { $0.registration == nil }
        case .registrations(on: nil): found = webhooksByID.values.filter(isOnList)
        case .registrations(on: let lists?):
            let people = Set(lists.flatMap { checklist($0)?.members.map(\.personID) ?? [] })
            let lists = Set(lists)
            found = people.flatMap(webhooks(of:)).filter { webhook in
                webhook.checklistIDs?.first.map(lists.contains) ?? false && isOnList(webhook)
            }
        case .expired(at: let moment, let limit):
            found = Array(
                webhooksByID.values.lazy.filter { $0.isExpired(at: moment) }.prefix(limit))
        }
        return found.filter { $0.active && $0.position != nil }.sorted { $0.id < $1.id }.map {
            ChangeFollower(webhook: $0, pendingDeliveriesCount: deliveryLog.pendingCount(of: $0.id))
        }
    }

    /// Whether a webhook is a push registration whose person is a member of its list.
    private func isOnList(_ webhook: Webhook) -> Bool {
        guard webhook.registration != nil, let id = webhook.checklistIDs?.first else { return false }
        return checklist(id)?.member(webhook.personID) != nil
    }

    /// A page of a webhook's deliveries, newest first.
    /// - Throws: `notFound`, `invalidCursor`.
    public func deliveries(
        of id: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) throws(ChecklistsError) -> Page<Delivery> {
        guard webhooksByID[id] != nil else { throw .notFound(.webhook) }
        let order = deliveryLog.all(of: id)
        var digest = FowlerNollVo()
        digest.add("\(id) \(status?.rawValue ?? "")")
        let walk = try PageWalk(
            order, in: deliveryLog.table, page, digest: digest.value, range: order.startIndex..<order.endIndex
        ) { deliveryLog[$0] }
        guard let status else { return walk.page(total: order.count) }
        return walk.page { _, delivery in delivery.status == status }
    }

    /// When the next delivery falls due after a moment; `nil` if none will.
    public func nextAttempt(after now: Timestamp) -> Timestamp? {
        readyWebhooks.flatMap { webhook in
            let pause = webhook.pausedUntil.flatMap { $0 > now ? $0 : nil }
            return [false, true].compactMap { late in
                let first = deliveryLog.queue(of: webhook.id, late: late, after: pause == nil ? now : nil)
                    .first { _ in true }
                return first.map { max($0.nextAttemptAt ?? now, pause ?? now) }
            }
        }.min()
    }

    /// The number of pending deliveries, and the creation time of the oldest.
    public var pendingDeliveries: (count: Int, oldest: Timestamp?) {
        (deliveryLog.pendingCount, deliveryLog.oldestPending?.createdAt)
    }

    /// The active webhooks with pending deliveries.
    var readyWebhooks: [Webhook] {
        deliveryLog.waitingWebhooks.sorted().compactMap { webhooksByID[$0] }.filter(\.active)
    }
}

// MARK: For a checkpoint, and at the start

extension MemoryStore {
    /// The deliveries whose ids are in a range, by id.
    public func deliveries(in range: Range<Int>) -> [Delivery] {
        range.compactMap { deliveryLog[Delivery.ID(rawValue: $0)] }
    }

    /// Adds a webhook to a memory that is being restored.
    public mutating func restore(_ webhook: Webhook) { put(webhook, for: webhook.id) }

    /// Adds a delivery to a memory that is being restored.
    public mutating func restore(_ delivery: Delivery) { put(delivery, for: delivery.id) }
}
