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
        let subscriptions = transaction.webhooks(of: personID).filter { $0.format.deviceID == id }
        var after = before
        after.devices.removeAll { $0.id == id }
        guard after.devices.count < before.devices.count else { throw .notFound(.device) }
        after.revision = transaction.nextRevision
        let endings = subscriptions.flatMap { transaction.deletion(of: $0) }
        return Decision(endings + [.person(before: before, after: after)], ())
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
