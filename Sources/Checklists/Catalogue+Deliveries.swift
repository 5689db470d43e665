// Who is told, and what is to be sent.

extension Catalogue {
    /// Makes a webhook what it is now; `nil` if it is no more.
    mutating func place(_ new: Webhook?, for id: Webhook.ID?) {
        guard let id else { return }
        webhooks[id] = new
        nextWebhookID = max(nextWebhookID, Webhook.ID(rawValue: id.rawValue + 1))
    }

    /// Makes a delivery what it is now; `nil` if it is no more.
    mutating func place(_ new: Delivery?, for id: Delivery.ID?) {
        guard let id else { return }
        deliveries.place(new, for: id)
        nextDeliveryID = max(nextDeliveryID, Delivery.ID(rawValue: id.rawValue + 1))
    }

    /// The webhooks by identifier, a page of them.
    /// - Throws: `invalidCursor`.
    public func webhooks(_ page: PageRequest) throws(ChecklistsError) -> Page<Webhook> {
        var start = 0
        if let cursor = page.cursor {
            guard let id = String(validating: cursor.bytes, as: UTF8.self).flatMap({ Int($0) }) else {
                throw .invalidCursor
            }
            start = id
        }
        let rest = webhooks.values.filter { $0.id.rawValue > start }.sorted { $0.id < $1.id }
        let elements = Array(rest.prefix(max(page.limit, 1)))
        let next =
            elements.count < rest.count ? elements.last.map { Cursor(bytes: Array("\($0.id)".utf8)) } : nil
        return Page(elements: elements, total: webhooks.count, next: next)
    }

    /// A page of a webhook's deliveries, newest first.
    /// - Throws: `notFound`, `invalidCursor`.
    public func deliveries(
        of id: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) throws(ChecklistsError) -> Page<Delivery> {
        _ = try webhook(id)
        let order = deliveries.all(of: id)
        var digest = FowlerNollVo()
        digest.add("\(id) \(status?.rawValue ?? "")")
        let walk = try PageWalk(
            order, in: deliveries.table, page, digest: digest.value, range: order.startIndex..<order.endIndex
        ) { deliveries[$0] }
        return walk.page(total: status == nil ? order.count : nil) { _, delivery in
            status == nil || delivery.status == status
        }
    }

    /// What is to be tried by a moment, as `DeliveryRepository` has it.
    public func dueDeliveries(
        at now: Timestamp, limitPerWebhook: Int, excluding: Set<Delivery.ID>
    ) -> [DueDelivery] {
        readyWebhooks.filter { ($0.pausedUntil ?? now) <= now }.flatMap { webhook in
            var due: [DueDelivery] = []
            for late in [false, true] {
                for delivery in deliveries.queue(of: webhook.id, late: late) {
                    guard due.count < limitPerWebhook, let next = delivery.nextAttemptAt, next <= now
                    else { break }
                    guard !excluding.contains(delivery.id) else { continue }
                    due.append(DueDelivery(delivery: delivery, webhook: webhook))
                }
            }
            return due
        }
    }

    /// When more than what is due at a moment will be.
    public func nextAttempt(after now: Timestamp) -> Timestamp? {
        readyWebhooks.flatMap { webhook in
            let pause = webhook.pausedUntil.flatMap { $0 > now ? $0 : nil }
            return [false, true].compactMap { late in
                let first = deliveries.queue(of: webhook.id, late: late, after: pause == nil ? now : nil)
                    .first { _ in true }
                return first.map { max($0.nextAttemptAt ?? now, pause ?? now) }
            }
        }.min()
    }

    /// How many deliveries are pending, and since when the oldest of them waits.
    public var pendingDeliveries: (count: Int, oldest: Timestamp?) {
        let oldest = deliveries.waitingWebhooks.compactMap { id in
            [false, true].compactMap { late in
                deliveries.queue(of: id, late: late).lazy.map(\.createdAt).min()
            }.min()
        }.min()
        return (deliveries.pendingCount, oldest)
    }

    /// The active webhooks that have something pending.
    private var readyWebhooks: [Webhook] {
        deliveries.waitingWebhooks.sorted().compactMap { webhooks[$0] }.filter(\.active)
    }
}

// MARK: For a checkpoint, and at the start

extension Catalogue {
    /// All webhooks, by identifier.
    public var allWebhooks: [Webhook] { webhooks.values.sorted { $0.id < $1.id } }

    /// The deliveries with identifiers in a range, in order.
    public func deliveries(in range: Range<Int>) -> [Delivery] {
        range.compactMap { deliveries[Delivery.ID(rawValue: $0)] }
    }

    /// Puts a webhook into a catalogue that is being restored.
    public mutating func restore(_ webhook: Webhook) { place(webhook, for: webhook.id) }

    /// Puts a delivery into a catalogue that is being restored.
    public mutating func restore(_ delivery: Delivery) { place(delivery, for: delivery.id) }

    /// Raises the counters of a catalogue that is being restored to what they were.
    public mutating func restore(nextWebhookID: Webhook.ID, nextDeliveryID: Delivery.ID) {
        self.nextWebhookID = max(self.nextWebhookID, nextWebhookID)
        self.nextDeliveryID = max(self.nextDeliveryID, nextDeliveryID)
    }
}
