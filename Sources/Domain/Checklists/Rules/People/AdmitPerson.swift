extension Store {
    /// The person of an account at a provider. The first sign-in can make the account one of person 1, or add
    /// a person.
    ///
    /// - Parameter digest: The SHA-256 of the secret of a new sign-in link, which is valid for
    ///   `Limits.providerLinkMilliseconds`; `nil` for no link.
    /// - Throws: `notFound` if no person has the account and none is added; `invalid`, `full`, `conflict`.
    public func admit(_ admission: Admission, secretDigest digest: [UInt8]? = nil) async throws -> Person {
        let operation = AdmitPerson(admission: admission, secretDigest: digest)
        return try await write(operation, as: nil, ifMatch: nil, idempotencyKey: nil).value
    }
}

package struct AdmitPerson: Operation {
    let admission: Admission
    let secretDigest: [UInt8]?

    private var key: [UInt8] {
        ExternalIdentity.key(issuer: admission.issuer, subject: admission.subject)
    }

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.owner(ofSecret: key)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Person> {
        let (before, known) = try person(in: &transaction)
        var after = known
        if let secretDigest, let scope = after.identities.first(where: { $0.key == key })?.scope {
            try after.addSignInLink(
                scope, secretDigest: secretDigest, milliseconds: Limits.providerLinkMilliseconds,
                issuer: admission.issuer, in: transaction)
        }
        guard before != after else { return .unchanged(after) }
        after.revision = transaction.nextRevision
        return Decision([.person(before: before, after: after)], after)
    }

    /// The person of the account, as stored and with the account; the stored one is `nil` for a new person.
    private func person(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> (before: Person?, after: Person) {
        if case .person(let id)? = transaction.owner(ofSecret: key), let person = transaction.person(id),
            person.identities.contains(where: { $0.key == key })
        {
            return (person, person)
        }
        try checkLength()
        let name = Person.name(from: [admission.name, admission.subject])
        if let first = try firstPerson(in: &transaction) {
            var after = first
            if after.name == Person.firstName {
                after.name = name
                after.updatedAt = transaction.now
            }
            guard after.identities.count < Limits.identitiesMax else {
                throw .conflict([Violation("", .limitReached(Limits.identitiesMax, "accounts"))])
            }
            after.identities.append(identity(.admin, at: transaction.now))
            return (first, after)
        }
        guard admission.addsPeople else { throw .notFound(.person) }
        var new = Person(
            id: transaction.allocate(Person.ID.self), name: name, createdAt: transaction.now,
            updatedAt: transaction.now, revision: transaction.nextRevision)
        new.identities = [identity(.write, at: transaction.now)]
        return (nil, new)
    }

    /// Person 1, if an unknown account belongs to it.
    private func firstPerson(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Person? {
        if admission.first == .never { return nil }
        let first = try transaction.existingPerson(.first)
        if admission.first == .always { return first }
        let now = transaction.now
        let isFree =
            first.devices.isEmpty && first.identities.isEmpty
            && !first.signInLinks.contains { now < $0.expiresAt }
        return isFree ? first : nil
    }

    private func identity(_ scope: Scope, at now: Timestamp) -> ExternalIdentity {
        ExternalIdentity(
            issuer: admission.issuer, subject: admission.subject, scope: scope, createdAt: now)
    }

    private func checkLength() throws(ChecklistsError) {
        let max = Limits.identityBytesMax
        guard !admission.subject.isEmpty else { throw .invalid([Violation("/subject", .empty)]) }
        guard admission.subject.utf8.count <= max, admission.issuer.utf8.count <= max else {
            throw .invalid([Violation("/subject", .tooLong(max: max, .bytes))])
        }
    }
}

extension Person {
    /// The first text that makes a name, without control characters and cut to the maximum length.
    static func name(from texts: [String]) -> String {
        for text in texts {
            let visible = text.unicodeScalars.filter { scalar in
                scalar.properties.generalCategory != .control && scalar != "\u{2028}" && scalar != "\u{2029}"
            }
            let name = String(
                String(String.UnicodeScalarView(visible)).trimmed.prefix(Limits.personNameCharactersMax))
            if let name = try? validatedName(name) { return name }
        }
        return firstName
    }
}
