extension Store {
    /// Adds a person.
    /// - Throws: `invalid`, `full`, `idempotencyKeyReused`.
    public func addPerson(named name: String, idempotencyKey key: IdempotencyKey?) async throws -> Idempotent<
        Person
    > {
        try await write(AddPerson(name: name), as: nil, ifMatch: nil, idempotencyKey: key)
    }
}

package struct AddPerson: Operation {
    let name: String

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.newIDs(.person, 1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Person> {
        let person = Person(
            id: transaction.allocate(Person.ID.self), name: try Person.validatedName(name),
            createdAt: transaction.now, updatedAt: transaction.now, revision: transaction.nextRevision)
        return Decision([.person(before: nil, after: person)], person)
    }
}

extension Person {
    /// The name of a person, a device or a share link as it is stored.
    /// - Throws: `invalid`.
    static func validatedName(_ name: String) throws(ChecklistsError) -> String {
        try TextRule.personName.violations(of: name, at: "/name").throwIfAny()
        return TextRule.personName.kept(name)
    }
}
