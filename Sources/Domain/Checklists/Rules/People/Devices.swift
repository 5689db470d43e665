extension CallerSession {
    /// Signs out a device of the calling person. Its token and its push subscriptions end.
    /// - Throws: `notFound`, `personNeeded`.
    public func removeDevice(_ id: Device.ID) async throws {
        _ = try await write(
            RemoveDevice(id: id, personID: person), ifMatch: nil, idempotencyKey: nil)
    }
}

extension Store {
    /// Signs out a device of a person.
    /// - Throws: `notFound`.
    public func removeDevice(_ id: Device.ID, of person: Person.ID) async throws {
        _ = try await write(
            RemoveDevice(id: id, personID: person), as: nil, ifMatch: nil, idempotencyKey: nil)
    }

    /// Records that a device was used in the current hour.
    public func noteUse(of device: Device.ID, of person: Person.ID) async throws {
        _ = try await write(
            NoteDeviceUse(id: device, personID: person), as: nil, ifMatch: nil, idempotencyKey: nil)
    }
}

package struct RemoveDevice: Operation {
    let id: Device.ID
    let personID: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(personID), .webhooks(of: personID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let before = try transaction.existingPerson(personID)
        guard before.devices.contains(where: { $0.id == id }) else { throw .notFound(.device) }
        var after = before
        let endings = after.signOut(id, in: &transaction)
        after.revision = transaction.nextRevision
        return Decision(endings + [.person(before: before, after: after)], ())
    }
}

extension Person {
    /// Removes a device with its proposals.
    /// - Returns: The deletions of its push subscriptions.
    mutating func signOut(_ device: Device.ID, in transaction: inout some Transaction) -> [Mutation] {
        devices.removeAll { $0.id == device }
        proposals.removeAll { $0.deviceID == device }
        let subscriptions = transaction.webhooks(of: id).filter { $0.format.deviceID == device }
        return subscriptions.flatMap { transaction.deletion(of: $0) }
    }

    /// Makes room for a device. Those that signed in at a provider have a limit of their own, at which the
    /// one unused longest is signed out: the account at the provider must not lock its person out.
    /// - Throws: `conflict`.
    mutating func makeRoom(
        forDeviceOf issuer: String?, in transaction: inout some Transaction
    ) throws(ChecklistsError) -> [Mutation] {
        let others = devices.filter { $0.issuer == issuer }
        if others.count < Limits.devicesMax { return [] }
        guard issuer != nil, let oldest = others.min(by: { $0.lastUsedAt < $1.lastUsedAt }) else {
            throw .conflict([Violation("", .limitReached(Limits.devicesMax, "devices"))])
        }
        return signOut(oldest.id, in: &transaction)
    }
}

package struct NoteDeviceUse: Operation {
    let id: Device.ID
    let personID: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(personID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        guard let before = transaction.person(personID),
            let index = before.devices.firstIndex(where: { $0.id == id }),
            before.devices[index].lastUsedAt < transaction.now.startOfHour
        else { return .unchanged(()) }
        var after = before
        after.devices[index].lastUsedAt = transaction.now.startOfHour
        return Decision([.person(before: before, after: after)], ())
    }
}
