extension Store {
    /// Records the outcomes of attempts as one change, and releases their claims. `Delivery.apply` and
    /// `Webhook.apply` define the effects.
    ///
    /// An attempt whose claim is lost changes nothing: another sender has the delivery. The operation ignores
    /// deleted deliveries and webhooks. It deletes a push subscription that its push service no longer knows,
    /// and a push registration whose delivery failed, with all their deliveries. It evicts the oldest
    /// finished deliveries beyond a person's limit, and those to push registrations at once.
    public func record(_ attempts: [EndedAttempt]) async throws -> RecordedAttempts {
        let recorded = try await write(
            RecordAttempts(attempts: attempts), as: nil, ifMatch: nil, idempotencyKey: nil
        )
        .value
        // Only now: another sender must not repeat an attempt that is not recorded yet.
        await release(attempts.map(\.claim))
        return recorded
    }
}

package struct RecordAttempts: Operation {
    let attempts: [EndedAttempt]

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        let ids = attempts.map(\.claim.deliveryID)
        return ids.map { .delivery($0) } + ids.map { .claim(on: $0) } + [.finishedDeliveriesCount]
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<RecordedAttempts> {
        let revision = transaction.nextRevision
        var deliveries: [Delivery.ID: (before: Delivery, after: Delivery)] = [:]
        var webhooks: [Webhook.ID: (before: Webhook, after: Webhook)] = [:]
        var lost: [DeliveryClaim] = []
        var ended: [Webhook] = []
        for (claim, outcome) in attempts.lazy.map({ ($0.claim, $0.outcome) }) {
            let known = deliveries[claim.deliveryID]
            guard let before = known?.before ?? transaction.delivery(claim.deliveryID) else { continue }
            guard transaction.claim(on: claim.deliveryID) == claim.token else {
                lost.append(claim)
                continue
            }
            var delivery = known?.after ?? before
            delivery.apply(outcome)
            delivery.revision = revision
            deliveries[delivery.id] = (before, delivery)
            let called = webhooks[delivery.webhookID]
            guard let old = called?.before ?? transaction.webhook(delivery.webhookID) else { continue }
            var webhook = called?.after ?? old
            if webhook.apply(outcome) { webhook.revision = revision }
            webhooks[webhook.id] = (old, webhook)
            if webhook.isEnded(by: outcome), !ended.contains(old) { ended.append(old) }
        }
        let recorded = RecordedAttempts(lost: lost)
        if deliveries.isEmpty { return .unchanged(recorded) }
        var mutations: [Mutation] = []
        for webhook in ended {
            mutations += transaction.deletion(of: webhook)
            webhooks[webhook.id] = nil
            deliveries = deliveries.filter { $0.value.before.webhookID != webhook.id }
        }
        for (_, states) in deliveries.sorted(by: { $0.key < $1.key }) {
            let isLogged = webhooks[states.after.webhookID]?.before.registration == nil
            let after = isLogged || !states.after.isFinished ? states.after : nil
            mutations.append(.delivery(before: states.before, after: after))
        }
        for (_, states) in webhooks.sorted(by: { $0.key < $1.key }) where states.after != states.before {
            mutations.append(.webhook(before: states.before, after: states.after))
        }
        if isTimeToForget(finishing: deliveries.values.count { $0.after.isFinished }, in: &transaction) {
            for person in Set(webhooks.values.map { $0.before.personID }).sorted() {
                mutations += transaction.surplusDeliveries(
                    of: person, beyond: Limits.finishedDeliveriesPerPersonMax,
                    limit: Limits.deliveriesForgottenAtOnceMax * 2
                )
                .filter { delivery in
                    deliveries[delivery.id] == nil && !ended.contains { $0.id == delivery.webhookID }
                }
                .map { .delivery(before: $0, after: nil) }
            }
        }
        return Decision(mutations, recorded)
    }

    /// Whether to check the people's limits. The check is slow, so that it runs once for many deliveries. No
    /// person can exceed the limit before all together do.
    private func isTimeToForget(finishing count: Int, in transaction: inout some Transaction) -> Bool {
        let before = transaction.finishedDeliveriesCount()
        let step = Limits.deliveriesForgottenAtOnceMax
        return before + count > Limits.finishedDeliveriesPerPersonMax
            && (before + count) / step > before / step
    }
}

extension Delivery {
    fileprivate var isFinished: Bool { status != .pending }
}

extension Webhook {
    /// Whether an attempt ends the webhook. A removed device cannot turn it on again, and a calendar app
    /// registers again by itself.
    fileprivate func isEnded(by outcome: AttemptOutcome) -> Bool {
        switch kind {
        case .pushSubscription: outcome.disableReason != nil
        case .pushRegistration: outcome.verdict == .failed
        case .webhook, .email: false
        }
    }
}
