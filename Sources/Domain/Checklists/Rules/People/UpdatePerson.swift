extension Store {
    /// Renames a person.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func renamePerson(
        _ id: Person.ID, to name: String, ifMatch: KnownState?
    ) async throws -> Person {
        try await write(UpdatePerson(id: id, name: name), as: nil, ifMatch: ifMatch, idempotencyKey: nil)
            .value
    }
}

package struct UpdatePerson: Operation {
    let id: Person.ID
    let name: String

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(id)] }
    package var subject: Subject? { .person(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Person> {
        let before = try transaction.existingPerson(id)
        let name = try Person.validatedName(name)
        if before.name.isSame(as: name) { return .unchanged(before) }
        var after = before
        after.name = name
        after.updatedAt = transaction.now
        after.revision = transaction.nextRevision
        return Decision([.person(before: before, after: after)], after)
    }
}
