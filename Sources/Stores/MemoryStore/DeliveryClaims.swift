public import Checklists

/// Who sends which deliveries at present.
///
/// It is no part of what is kept: no change makes or ends a claim, and after a start there are none.
struct DeliveryClaims: Sendable {
    private struct Lease: Sendable {
        var token: ClaimToken
        var until: Timestamp
        var webhookID: Webhook.ID
    }

    private var leases: [Delivery.ID: Lease] = [:]
    private var byWebhook: [Webhook.ID: Set<Delivery.ID>] = [:]

    /// What tells the claim on a delivery from others; `nil` where there is none. A lease that ran out keeps
    /// its claim until somebody else has it.
    subscript(id: Delivery.ID) -> ClaimToken? { leases[id]?.token }

    /// Whether somebody else cannot have a delivery, where `request` is theirs.
    func isTaken(_ id: Delivery.ID, for request: ClaimRequest, at now: Timestamp) -> Bool {
        guard let lease = leases[id] else { return false }
        return lease.until > now || request.underWay.contains(id) || request.ended.contains(id)
    }

    /// How many requests are under way to a webhook, as far as who makes a request has to care.
    func count(to webhook: Webhook.ID, for request: ClaimRequest, at now: Timestamp) -> Int {
        byWebhook[webhook]?.count { isTaken($0, for: request, at: now) && !request.ended.contains($0) } ?? 0
    }

    /// Notes a claim, in place of one whose lease ran out.
    mutating func add(_ claimed: ClaimedDelivery, until: Timestamp) {
        let (id, webhook) = (claimed.delivery.id, claimed.webhook.id)
        leases[id] = Lease(token: claimed.claim.token, until: until, webhookID: webhook)
        byWebhook[webhook, default: []].insert(id)
    }

    /// Ends a claim, unless somebody else has the delivery by now.
    mutating func remove(_ claim: DeliveryClaim) {
        guard let lease = leases[claim.deliveryID], lease.token == claim.token else { return }
        leases[claim.deliveryID] = nil
        byWebhook[lease.webhookID]?.remove(claim.deliveryID)
        if byWebhook[lease.webhookID]?.isEmpty == true { byWebhook[lease.webhookID] = nil }
    }
}

extension MemoryStore {
    /// Claims what is to be tried now, as `DeliveryQueue` has it.
    public mutating func claimDeliveries(_ request: ClaimRequest, at now: Timestamp) -> [ClaimedDelivery] {
        var found: [ClaimedDelivery] = []
        for webhook in readyWebhooks where (webhook.pausedUntil ?? now) <= now {
            if request.webhooksLeftAlone.contains(webhook.id) { continue }
            let room = request.limit(for: webhook) - claims.count(to: webhook.id, for: request, at: now)
            found += claimable(webhook, room, request, at: now)
        }
        let claimed = request.choice(among: found)
        for next in claimed { claims.add(next, until: now.advanced(by: request.lease)) }
        return claimed
    }

    /// Ends claims, as `DeliveryQueue` has it.
    public mutating func release(_ released: [DeliveryClaim]) {
        for claim in released { claims.remove(claim) }
    }

    /// Keeps who sends what, in the place of a store that changed meanwhile.
    package mutating func takeClaims(of other: borrowing MemoryStore) { claims = other.claims }

    /// The first deliveries to a webhook that can be claimed.
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
