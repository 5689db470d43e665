extension Store {
    /// Creates a link that signs in one device of a person.
    ///
    /// - Parameters:
    ///   - scope: The scope of the device's token.
    ///   - digest: The SHA-256 of the link's secret.
    /// - Throws: `notFound`, `conflict`.
    public func addSignInLink(
        for person: Person.ID, _ scope: Scope, secretDigest digest: [UInt8],
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<SignInLink> {
        let operation = AddSignInLink(personID: person, scope: scope, secretDigest: digest)
        let result = try await write(operation, as: nil, ifMatch: nil, idempotencyKey: key)
        guard let link = result.value.signInLinks.last else { throw ChecklistsError.notFound(.link) }
        return Idempotent(link, isReplay: result.isReplay)
    }

    /// Exchanges the secret of a link for a token: a sign-in link signs in a device, a share link admits a
    /// guest.
    ///
    /// A repetition with the same key within `Limits.signInRepetitionMilliseconds` gives the device this new
    /// token and ends its earlier one. The server stores no token, so that it cannot send the earlier one
    /// again.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the secret.
    ///   - tokenDigest: The SHA-256 of the token for a device. A guest gets the token of the link.
    ///   - name: The name of the device.
    /// - Throws: `notFound` if no valid link has the secret; `invalid`, `conflict`.
    public func signIn(
        bySecret digest: [UInt8], tokenDigest: [UInt8], deviceName name: String,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<SignedIn> {
        let operation = SignIn(secretDigest: digest, tokenDigest: tokenDigest, name: name)
        let result = try await write(operation, as: nil, ifMatch: nil, idempotencyKey: key)
        guard result.isReplay, case .device(let device, of: let person) = result.value else { return result }
        let renewal = RenewToken(deviceID: device.id, personID: person.id, tokenDigest: tokenDigest)
        return Idempotent(
            try await write(renewal, as: nil, ifMatch: nil, idempotencyKey: nil).value, isReplay: true)
    }
}

/// The result of exchanging a secret.
public enum SignedIn: Hashable, Sendable {
    /// A new device of a person.
    case device(Device, of: Person)
    /// Access to a list as a guest.
    case guest(ListLink, on: Checklist)
}

package struct AddSignInLink: Operation {
    let personID: Person.ID
    let scope: Scope
    let secretDigest: [UInt8]

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(personID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Person> {
        let before = try transaction.existingPerson(personID)
        var after = before
        try after.addSignInLink(
            scope, secretDigest: secretDigest, milliseconds: Limits.signInLinkMilliseconds, in: transaction)
        after.revision = transaction.nextRevision
        return Decision([.person(before: before, after: after)], after)
    }
}

extension Person {
    /// Adds a sign-in link, and removes expired ones. The links of a provider have a limit of their own, and
    /// make room for one another, so others cannot use them up.
    /// - Throws: `conflict`.
    mutating func addSignInLink(
        _ scope: Scope, secretDigest digest: [UInt8], milliseconds: Int64, issuer: String? = nil,
        in transaction: some Transaction
    ) throws(ChecklistsError) {
        let now = transaction.now
        signInLinks.removeAll { $0.expiresAt <= now }
        let others = signInLinks.filter { $0.issuer == issuer }
        if others.count >= Limits.signInLinksMax {
            guard issuer != nil, let oldest = others.first else {
                throw .conflict([Violation("", .limitReached(Limits.signInLinksMax, "unused sign-in links"))])
            }
            signInLinks.removeAll { $0.id == oldest.id }
        }
        signInLinks.append(
            SignInLink(
                id: SignInLink.ID(rawValue: Int(transaction.nextRevision.rawValue)), scope: scope,
                secretDigest: digest, createdAt: now, expiresAt: now.advanced(byMilliseconds: milliseconds),
                issuer: issuer))
    }
}

package struct SignIn: Operation {
    let secretDigest: [UInt8]
    let tokenDigest: [UInt8]
    let name: String

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.owner(ofSecret: secretDigest)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<SignedIn> {
        let name = try Person.validatedName(name)
        switch transaction.owner(ofSecret: secretDigest) {
        case .person(let id): return try signIn(id, named: name, in: &transaction)
        case .checklist(let id):
            guard let checklist = transaction.checklist(id),
                let link = checklist.links.first(where: { $0.secretDigest == secretDigest }),
                link.isValid(at: transaction.now)
            else { throw .notFound(.link) }
            return .unchanged(.guest(link, on: checklist))
        case nil: throw .notFound(.link)
        }
    }

    private func signIn(
        _ id: Person.ID, named name: String, in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<SignedIn> {
        guard let before = transaction.person(id),
            let link = before.signInLinks.first(where: { $0.secretDigest == secretDigest }),
            transaction.now < link.expiresAt
        else { throw .notFound(.link) }
        let device = Device(
            id: Device.ID(rawValue: Int(transaction.nextRevision.rawValue)), name: name, scope: link.scope,
            tokenDigest: tokenDigest, createdAt: transaction.now, lastUsedAt: transaction.now.startOfHour,
            issuer: link.issuer)
        var after = before
        let endings = try after.makeRoom(forDeviceOf: link.issuer, in: &transaction)
        after.signInLinks.removeAll { $0.id == link.id }
        after.devices.append(device)
        after.revision = transaction.nextRevision
        return Decision(endings + [.person(before: before, after: after)], .device(device, of: after))
    }

    package static func recorded(_ result: SignedIn) -> IdempotencyRecord.Result? {
        guard case .device(let device, of: var person) = result else { return nil }
        // A repetition needs no other fields of the person.
        person.devices = [device]
        person.signInLinks = []
        person.identities = []
        return .person(person)
    }

    package static func result(recorded: IdempotencyRecord.Result) -> SignedIn? {
        guard case .person(let person) = recorded, let device = person.devices.first else { return nil }
        return .device(device, of: person)
    }
}

/// Gives a device another token, shortly after it signed in.
package struct RenewToken: Operation {
    let deviceID: Device.ID
    let personID: Person.ID
    let tokenDigest: [UInt8]

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.person(personID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<SignedIn> {
        let earliest = transaction.now.advanced(byMilliseconds: -Limits.signInRepetitionMilliseconds)
        guard let before = transaction.person(personID),
            let index = before.devices.firstIndex(where: { $0.id == deviceID }),
            before.devices[index].createdAt > earliest
        else { throw .notFound(.link) }
        var after = before
        after.devices[index].tokenDigest = tokenDigest
        after.revision = transaction.nextRevision
        return Decision([.person(before: before, after: after)], .device(after.devices[index], of: after))
    }
}

extension Timestamp {
    /// The beginning of the moment's hour.
    public var startOfHour: Timestamp {
        let hour: Int64 = 60 * 60 * 1_000
        let rest = milliseconds % hour
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + hour : rest))
    }
}
