extension CallerSession {
    /// Notifies a calendar app of the person when a list changes. A registration of the same endpoint for the
    /// same list is updated.
    /// - Throws: `notFound`, `invalid`, `conflict`, `personNeeded`.
    public func registerPush(
        _ draft: PushRegistrationDraft, on checklist: Checklist.ID
    ) async throws -> Webhook {
        let operation = RegisterPush(
            draft: draft, checklistID: checklist, owner: try person, device: principal.deviceID)
        return try await write(operation, ifMatch: nil, idempotencyKey: nil).value
    }
}

package struct RegisterPush: Operation {
    let draft: PushRegistrationDraft
    let checklistID: Checklist.ID
    let owner: Person.ID
    /// The calling device; the registration ends with it.
    let device: Device.ID?

    package var access: Access { .list(checklistID, .look) }
    package var needs: [Need] { [.checklist(checklistID), .webhooks(of: owner), .newIDs(.webhook, 1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let (now, revision) = (transaction.now, transaction.nextRevision)
        try draft.violations(at: now).throwIfAny()
        let target = Webhook.PushTarget(
            publicKey: draft.publicKey, authSecret: draft.authSecret, deviceID: device)
        let format = Webhook.Format.registration(
            Webhook.Registration(target: target, expiresAt: draft.end(at: now)))
        let events = PushTrigger.allCases.filter(draft.triggers.contains).flatMap(\.events)
        let all = transaction.webhooks(of: owner).filter { $0.registration != nil }
        let isSame = { (other: Webhook) in
            other.url == draft.endpoint && other.isRegistration(for: checklistID)
        }
        if let before = all.first(where: isSame) {
            var after = before
            (after.format, after.events) = (format, events)
            after.turnOn()
            if after == before { return .unchanged(before) }
            after.updatedAt = now
            after.revision = revision
            return Decision([.webhook(before: before, after: after)], after)
        }
        // Expired registrations make room.
        let ended = all.filter { $0.isExpired(at: now) }
        guard all.count - ended.count < Limits.pushRegistrationsMax else {
            throw .conflict([
                Violation("", .limitReached(Limits.pushRegistrationsMax, "push registrations"))
            ])
        }
        var mutations = ended.flatMap { transaction.deletion(of: $0) }
        var registration = Webhook(
            id: transaction.allocate(Webhook.ID.self), personID: owner, url: draft.endpoint, description: "",
            events: events, checklistIDs: [checklistID], format: format, active: true,
            secret: draft.secret, createdAt: now, updatedAt: now, revision: revision)
        registration.follow(from: revision)
        mutations.append(.webhook(before: nil, after: registration))
        return Decision(mutations, registration)
    }
}

extension Transaction {
    /// Deletes a person's push registrations for a list to which they lose access.
    mutating func unregister(_ person: Person.ID, from list: Checklist.ID) -> [Mutation] {
        webhooks(of: person).filter { $0.isRegistration(for: list) }.flatMap { deletion(of: $0) }
    }
}

extension Store {
    /// Deletes push registrations that expired before a moment, and returns their number.
    /// - Throws: `CancellationError` between two of them.
    public func forgetRegistrations(expiredAt moment: Timestamp) async throws -> Int {
        let limit = Limits.registrationsForgottenAtOnceMax
        return try await inSteps(of: limit) {
            let ended = try await changeFollowers(.expired(at: moment, limit: limit))
            for follower in ended {
                try Task.checkCancellation()
                try await forget(follower.webhook, expiredAt: moment)
            }
            return ended.count
        }
    }

    private func forget(_ registration: Webhook, expiredAt moment: Timestamp) async throws {
        let operation = ForgetRegistration(id: registration.id, expiredAt: moment)
        _ = try await write(operation, as: nil, ifMatch: nil, idempotencyKey: nil)
    }
}

package struct ForgetRegistration: Operation {
    let id: Webhook.ID
    let expiredAt: Timestamp

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.webhook(id), .deliveries(to: id)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        // The app may have renewed it, or another process may have removed it.
        guard let registration = transaction.webhook(id), registration.isExpired(at: expiredAt) else {
            return .unchanged(())
        }
        return Decision(transaction.deletion(of: registration), ())
    }
}
