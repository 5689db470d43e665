extension CallerSession {
    /// The open proposals of the calling person, oldest first.
    /// - Throws: `personNeeded`.
    public func proposals(at now: Timestamp) async throws -> [Proposal] {
        // Those of an earlier version have no effect that an approval could keep to.
        try await store.person(person).proposals.filter { now < $0.expiresAt && !$0.effect.changes.isEmpty }
    }

    /// Adds a proposal for the calling person, and queues a message to each of the person's channels for
    /// reminders. An open proposal of the same device with the same operations stands for it.
    ///
    /// - Parameters:
    ///   - token: The access token of the assistant; `nil` for a device.
    ///   - body: Makes the message for a channel.
    /// - Throws: `personNeeded`, `conflict`.
    public func propose(
        _ effect: ProposedEffect, operations: String, token: UInt64?, body: @escaping ProposalMessage
    ) async throws -> Proposal {
        let operation = AddProposal(
            principal: principal, person: try person, effect: effect, operations: operations, token: token,
            body: body)
        return try await store.write(operation, as: nil, ifMatch: nil, idempotencyKey: nil).value
    }

    /// Removes a proposal of the calling person: as declined, or in one batch with its operations.
    /// - Throws: `notFound`, `personNeeded`.
    public func removeProposal(_ id: Proposal.ID) async throws {
        _ = try await write(RemoveProposal(id: id, person: person), ifMatch: nil, idempotencyKey: nil)
    }
}

/// Makes the message about a proposal for a channel. The name is that of the assistant's device, if it has
/// one.
public typealias ProposalMessage = @Sendable (Proposal, _ name: String?, Webhook) -> [UInt8]

extension Delivery {
    /// The event of a message about a proposal.
    public static let proposalEvent = "assistant.proposal"
}

package struct AddProposal: Operation {
    let principal: Principal
    let person: Person.ID
    let effect: ProposedEffect
    let operations: String
    let token: UInt64?
    let body: ProposalMessage

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(person), .webhooks(of: person)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Proposal> {
        let before = try transaction.existingPerson(person)
        let now = transaction.now
        var device: Device.ID?
        if case .person(_, device: let known) = principal { device = known }
        var after = before
        after.proposals.removeAll { $0.expiresAt <= now }
        let known = after.proposals.first { other in
            other.deviceID == device && other.tokenID == token && other.operations == operations
                && other.effect.changes == effect.changes
        }
        if let known { return .unchanged(known) }
        guard after.proposals.count < Limits.proposalsMax else {
            throw .conflict([Violation("", .limitReached(Limits.proposalsMax, "open proposals"))])
        }
        let proposal = Proposal(
            id: Proposal.ID(rawValue: Int(transaction.nextRevision.rawValue)), deviceID: device,
            tokenID: token, createdAt: now, effect: effect, operations: operations)
        let bytes = after.proposals.reduce(proposal.bytesCount) { $0 + $1.bytesCount }
        guard bytes <= Limits.proposalsBytesMax else {
            throw .conflict([
                Violation("", .limitReached(Limits.proposalsBytesMax, "bytes of open proposals"))
            ])
        }
        after.proposals.append(proposal)
        after.revision = transaction.nextRevision
        let name = device.flatMap { id in before.devices.first { $0.id == id }?.name }
        let channels = transaction.readableChannels(of: person).filter { $0.checklistIDs == nil }
        let messages = transaction.messages(
            "proposal_\(proposal.id)", Delivery.proposalEvent, to: channels
        ) { channel in body(proposal, name, channel) }
        return Decision([.person(before: before, after: after)] + messages, proposal)
    }
}

package struct RemoveProposal: BatchOperation {
    let id: Proposal.ID
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(person)] }

    package mutating func resolve(_ ids: TemporaryIDs) {}

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        guard let before = transaction.person(person) else { throw .notFound(.proposal) }
        let now = transaction.now
        guard before.proposals.contains(where: { $0.id == id && now < $0.expiresAt }) else {
            throw .notFound(.proposal)
        }
        var after = before
        after.proposals.removeAll { $0.id == id || $0.expiresAt <= now }
        after.revision = transaction.nextRevision
        return Decision([.person(before: before, after: after)], 1)
    }
}
