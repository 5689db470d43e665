public import Checklists

/// The claims of senders on deliveries, with their leases.
///
/// Claims are not durable: no change contains one, and after a start there are none.
struct DeliveryClaims: Sendable {
    private struct Lease: Sendable {
        var token: ClaimToken
        var until: Timestamp
        var webhookID: Webhook.ID
    }

    private var leases: [Delivery.ID: Lease] = [:]
    private var byWebhook: [Webhook.ID: Set<Delivery.ID>] = [:]

    /// The token of the claim on a delivery; `nil` if there is none. An expired claim remains until a sender
    /// claims the delivery again.
    subscript(id: Delivery.ID) -> ClaimToken? { leases[id]?.token }

    /// Whether the sender of `request` cannot claim a delivery: its lease runs, or the sender itself works on
    /// it.
    func isTaken(_ id: Delivery.ID, for request: ClaimRequest, at now: Timestamp) -> Bool {
        guard let lease = leases[id] else { return false }
        return lease.until > now || request.underWay.contains(id) || request.ended.contains(id)
    }

    /// The requests in flight to a webhook. Those that the sender of `request` has ended do not count.
    func count(to webhook: Webhook.ID, for request: ClaimRequest, at now: Timestamp) -> Int {
        byWebhook[webhook]?.count { isTaken($0, for: request, at: now) && !request.ended.contains($0) } ?? 0
    }

    /// Adds a claim, or replaces an expired one.
    mutating func add(_ claimed: ClaimedDelivery, until: Timestamp) {
        let (id, webhook) = (claimed.delivery.id, claimed.webhook.id)
        leases[id] = Lease(token: claimed.claim.token, until: until, webhookID: webhook)
        byWebhook[webhook, default: []].insert(id)
    }

    /// Ends a claim, unless another sender has claimed the delivery since.
    mutating func remove(_ claim: DeliveryClaim) {
        guard let lease = leases[claim.deliveryID], lease.token == claim.token else { return }
        leases[claim.deliveryID] = nil
        byWebhook[lease.webhookID]?.remove(claim.deliveryID)
        if byWebhook[lease.webhookID]?.isEmpty == true { byWebhook[lease.webhookID] = nil }
    }
}

extension MemoryStore {
    /// Claims due deliveries, as documented at `DeliveryQueue`.
    public mutating func claimDeliveries(_ request: ClaimRequest, at now: Timestamp) -> [ClaimedDelivery] {
        var found: [ClaimedDelivery] = []
        for webhook in readyWebhooks where (webhook.pausedUntil ?? now) <= now {
            if request.pausedWebhooks.contains(webhook.id) { continue }
            let room = request.limit(for: webhook) - claims.count(to: webhook.id, for: request, at: now)
            found += claimable(webhook, room, request, at: now)
        }
        let claimed = request.choice(among: found)
        for next in claimed { claims.add(next, until: now.advanced(by: request.lease)) }
        return claimed
    }

    /// Ends claims, as documented at `DeliveryQueue`.
    public mutating func release(_ released: [DeliveryClaim]) {
        for claim in released { claims.remove(claim) }
    }

    /// Takes over the claims of another copy of the store, which this copy replaces.
    package mutating func takeClaims(of other: borrowing MemoryStore) { claims = other.claims }

    /// The first claimable deliveries to a webhook, at most `room`.
    private func claimable(
        _ webhook: Webhook, _ room: Int, _ request: ClaimRequest, at now: Timestamp
    ) -> [ClaimedDelivery] {
        var found: [ClaimedDelivery] = []
        for late in [false, true] where found.count < room {
            for delivery in deliveryLog.queue(of: webhook.id, late: late) {
                guard found.count < room, let next = delivery.nextAttemptAt, next <= now else { break }
                if claims.isTaken(delivery.id, for: request, at: now) { continue }
                found.append(ClaimedDelivery(delivery, to: webhook, token: request.token))
            }
        }
        return found
    }
}
