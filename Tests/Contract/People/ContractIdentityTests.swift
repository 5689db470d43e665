import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An account at a provider` {
    private static let issuer = "https://id.example"

    private func admission(
        _ subject: String = "ada", name: String = "Ada", first: Admission.FirstPerson = .never,
        addsPeople: Bool = true
    ) -> Admission {
        Admission(issuer: Self.issuer, subject: subject, name: name, first: first, addsPeople: addsPeople)
    }

    private func key(_ subject: String = "ada", issuer: String = Self.issuer) -> [UInt8] {
        ExternalIdentity.key(issuer: issuer, subject: subject)
    }

    @Test(arguments: StoreKind.allCases) func `becomes a person at its first sign-in, and stays that one`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        try await #expect(contract.store.caller(ofToken: key()) == nil)
        let ada = try await contract.store.admit(admission())
        #expect(ada.id == Person.ID(rawValue: 2) && ada.name == "Ada")
        let identity = ExternalIdentity(
            issuer: Self.issuer, subject: "ada", scope: .write, createdAt: contract.now)
        #expect(ada.identities == [identity])
        try await #expect(contract.store.person(ada.id) == ada)
        let caller = try await contract.store.caller(ofToken: key())
        #expect(caller == TokenCaller(.person(ada.id, by: .identity, scope: .write)))
        try await #expect(contract.store.hasDevices)
        try await contract.expectNoChange {
            try await #expect(contract.store.admit(admission(name: "Another")) == ada)
        }
        // The name of a person is the person's own.
        _ = try await contract.store.renamePerson(ada.id, to: "Countess", ifMatch: nil)
        try await #expect(contract.store.admit(admission()).name == "Countess")
        try await #expect(contract.store.caller(ofToken: key()) == caller)
    }

    @Test(arguments: StoreKind.allCases) func `is another one under each issuer and each name`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.admit(admission())
        let bea = try await contract.store.admit(admission("bea"))
        var proxied = admission()
        proxied.issuer = ""
        let other = try await contract.store.admit(proxied)
        #expect(Set([ada.id, bea.id, other.id]).count == 3)
        // Neither a token nor the secret of a link is an account.
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [1], tokenDigest: [2], deviceName: "x", idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is that of person 1 while nobody else is`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let me = try await contract.store.admit(admission(first: .ifFree, addsPeople: false))
        #expect(me.id == .first && me.name == "Ada" && me.identities.map(\.scope) == [.admin])
        let bea = try await contract.store.admit(admission("bea", name: "Bea", first: .ifFree))
        #expect(bea.id != .first && bea.identities.map(\.scope) == [.write])
        let named = try await contract.store.admit(admission("carl", name: "Carl", first: .always))
        #expect(named.id == .first && named.name == "Ada" && named.identities.count == 2)
    }

    @Test(arguments: StoreKind.allCases) func `is not that of person 1 while a sign-in link waits`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        _ = try await contract.store.addSignInLink(
            for: .first, .admin, secretDigest: [1], idempotencyKey: nil)
        let ada = try await contract.store.admit(admission(first: .ifFree))
        #expect(ada.id != .first)
        contract.advance(milliseconds: Limits.signInLinkMilliseconds)
        try await #expect(contract.store.admit(admission("bea", first: .ifFree)).id == .first)
    }

    @Test(arguments: StoreKind.allCases) func `is refused where nobody may be added`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind) { $0.peopleMax = 2 }
        try await contract.expect(.notFound(.person)) {
            _ = try await contract.store.admit(admission(addsPeople: false))
        }
        await #expect(throws: ChecklistsError.self) { _ = try await contract.store.admit(admission("")) }
        let long = String(repeating: "a", count: Limits.identityBytesMax + 1)
        await #expect(throws: ChecklistsError.self) { _ = try await contract.store.admit(admission(long)) }
        _ = try await contract.store.admit(admission())
        try await contract.expect(.full(.people, used: 2, limit: 2)) {
            _ = try await contract.store.admit(admission("bea"))
        }
        #expect(try await contract.store.admit(admission(addsPeople: false)).name == "Ada")
    }

    @Test(arguments: StoreKind.allCases) func `ends with its person`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.admit(admission())
        try await contract.store.removePerson(ada.id, transferringTo: nil, ifMatch: nil)
        try await #expect(contract.store.caller(ofToken: key()) == nil)
        try await #expect(contract.store.hasDevices == false)
        try await #expect(contract.store.admit(admission()).id != ada.id)
    }

    @Test(arguments: StoreKind.allCases) func `signs in a device with a link that is soon over`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.admit(admission(), secretDigest: [1, 2])
        #expect(ada.signInLinks.map(\.expiresAt) == [contract.later(Limits.providerLinkMilliseconds)])
        let signedIn = try await contract.store.signIn(
            bySecret: [1, 2], tokenDigest: [3], deviceName: "Phone", idempotencyKey: nil)
        guard case .device(let device, of: let person) = signedIn.value else {
            Issue.record("\(signedIn)")
            return
        }
        #expect(person.id == ada.id && person.identities == ada.identities && device.scope == .write)
        _ = try await contract.store.admit(admission(), secretDigest: [4])
        contract.advance(milliseconds: Limits.providerLinkMilliseconds)
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [4], tokenDigest: [5], deviceName: "x", idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `never locks its person out`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.admit(admission()).id
        for number in 0..<Limits.signInLinksMax {
            _ = try await contract.store.addSignInLink(
                for: ada, .write, secretDigest: [0, UInt8(number)], idempotencyKey: nil)
        }
        func signIn(_ secret: UInt8, _ token: UInt8) async throws -> Device.ID? {
            _ = try await contract.store.admit(admission(), secretDigest: [secret])
            let result = try await contract.store.signIn(
                bySecret: [secret], tokenDigest: [1, token], deviceName: "Phone", idempotencyKey: nil)
            if case .device(let device, of: _) = result.value { return device.id } else { return nil }
        }
        let first = try #require(try await signIn(0, 0))
        for number in 1..<Limits.devicesMax { _ = try await signIn(UInt8(number), UInt8(number)) }
        contract.advance(milliseconds: 3_600_000)
        try await contract.store.noteUse(of: first, of: ada)
        // The second device was unused longest.
        _ = try await signIn(200, 200)
        let person = try await contract.store.person(ada)
        #expect(person.devices.count == Limits.devicesMax && person.devices.first?.id == first)
        try await #expect(contract.store.caller(ofToken: [1, 1]) == nil)
        try await #expect(contract.store.caller(ofToken: [1, 0]) != nil)
        // Links that nobody used make room for another one, and people's own links stay.
        for number in 0...Limits.signInLinksMax {
            _ = try await contract.store.admit(admission(), secretDigest: [2, UInt8(number)])
        }
        #expect(try await contract.store.person(ada).signInLinks.count == 2 * Limits.signInLinksMax)
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [2, 0], tokenDigest: [3], deviceName: "x", idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `gives a name without what a name may not have`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let long = String(repeating: "é", count: 200)
        let names = [("\u{7}A\nd\ta\u{2028} ", "Ada"), (" ", "b"), (long, String(long.prefix(100)))]
        for (subject, (given, kept)) in zip(["a", "b", "c"], names) {
            try await #expect(contract.store.admit(admission(subject, name: given)).name == kept)
        }
    }
}
