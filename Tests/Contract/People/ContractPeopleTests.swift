import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A person in a store` {
    @Test(arguments: StoreKind.allCases) func `is there from the start`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let me = try await contract.store.asFirst.me()
        #expect(me.id == .first && me.name == Person.firstName && me.devices.isEmpty)
        try await #expect(contract.store.hasDevices == false)
        let people = try await contract.store.people(PageRequest(), knownTo: nil)
        #expect(people.elements.map(\.id) == [.first] && people.total == 1)
    }

    @Test(arguments: StoreKind.allCases) func `is added, renamed and removed`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: " Ada ", idempotencyKey: .sample()).value
        #expect(ada.id == Person.ID(rawValue: 2) && ada.name == "Ada")
        let again = try await contract.store.addPerson(named: " Ada ", idempotencyKey: .sample())
        #expect(again.isReplay && again.value == ada)
        let renamed = try await contract.store.renamePerson(ada.id, to: "Ada L.", ifMatch: [ada.revision])
        #expect(renamed.name == "Ada L." && renamed.createdAt == ada.createdAt)
        await #expect(throws: ChecklistsError.revisionMismatch) {
            _ = try await contract.store.renamePerson(ada.id, to: "x", ifMatch: [ada.revision])
        }
        await #expect(throws: ChecklistsError.self) {
            _ = try await contract.store.addPerson(named: "\n", idempotencyKey: nil)
        }
        try await #expect(contract.store.person(ada.id) == renamed)
        try await contract.store.removePerson(ada.id, transferringTo: nil, ifMatch: nil)
        await #expect(throws: ChecklistsError.notFound(.person)) {
            _ = try await contract.store.person(ada.id)
        }
        let next = try await contract.store.addPerson(named: "Bea", idempotencyKey: nil).value
        #expect(next.id == Person.ID(rawValue: 3))
        await #expect(throws: ChecklistsError.self) {
            try await contract.store.removePerson(.first, transferringTo: next.id, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `signs in one device with a link`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value
        let link = try await contract.store.addSignInLink(
            for: ada.id, .write, secretDigest: [1, 2], idempotencyKey: nil
        ).value
        #expect(link.expiresAt == contract.later(Limits.signInLinkMilliseconds))
        let signedIn = try await contract.store.signIn(
            bySecret: [1, 2], tokenDigest: [3, 4], deviceName: "Phone", idempotencyKey: .sample())
        guard case .device(let device, of: let person) = signedIn.value else {
            Issue.record("\(signedIn)")
            return
        }
        #expect(person.id == ada.id && device.name == "Phone" && device.scope == .write)
        let holder = try await contract.store.caller(ofToken: [3, 4])
        #expect(holder?.caller == .person(ada.id, by: .device(device.id), scope: .write))
        try await #expect(contract.store.hasDevices)
        let again = try await contract.store.signIn(
            bySecret: [1, 2], tokenDigest: [6, 7], deviceName: "Phone", idempotencyKey: .sample())
        #expect(again.isReplay)
        try await #expect(contract.store.caller(ofToken: [3, 4]) == nil)
        try await #expect(contract.store.caller(ofToken: [6, 7]) == holder)
        contract.advance(milliseconds: Limits.signInRepetitionMilliseconds)
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [1, 2], tokenDigest: [8, 9], deviceName: "Phone", idempotencyKey: .sample())
        }
        try await #expect(contract.store.caller(ofToken: [6, 7]) == holder)
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [1, 2], tokenDigest: [5], deviceName: "Thief", idempotencyKey: nil)
        }
        try await Session(contract.store, for: .person(ada.id, device: nil)).removeDevice(device.id)
        try await #expect(contract.store.caller(ofToken: [6, 7]) == nil)
        try await #expect(contract.store.hasDevices == false)
    }

    @Test(arguments: StoreKind.allCases) func `cannot sign in with an expired link`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        _ = try await contract.store.addSignInLink(for: .first, .read, secretDigest: [1], idempotencyKey: nil)
        contract.advance(milliseconds: Limits.signInLinkMilliseconds)
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [1], tokenDigest: [2], deviceName: "x", idempotencyKey: nil)
        }
        await #expect(throws: ChecklistsError.notFound(.link)) {
            _ = try await contract.store.signIn(
                bySecret: [9], tokenDigest: [2], deviceName: "x", idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `has the last use of a device recorded once an hour`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        _ = try await contract.store.addSignInLink(for: .first, .read, secretDigest: [1], idempotencyKey: nil)
        _ = try await contract.store.signIn(
            bySecret: [1], tokenDigest: [2], deviceName: "x", idempotencyKey: nil)
        let device = try #require(try await contract.store.asFirst.me().devices.first)
        contract.advance(milliseconds: 3_600_000)
        try await contract.store.noteUse(of: device.id, of: .first)
        let used = try #require(try await contract.store.asFirst.me().devices.first)
        #expect(used.lastUsedAt == contract.now.startOfHour && used.lastUsedAt > device.lastUsedAt)
        try await contract.expectNoChange { try await contract.store.noteUse(of: device.id, of: .first) }
    }

    @Test(arguments: StoreKind.allCases) func `leaves lists to the chosen heir, and nothing else`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let hers = Session(try await contract.store, for: .person(ada, device: nil))
        let list = try await hers.addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil).value.id
        _ = try await hers.addWebhook(
            WebhookDraft(url: "https://example.org/", secret: .sample(1)), idempotencyKey: nil)
        await #expect(throws: ChecklistsError.self) {
            try await contract.store.removePerson(ada, transferringTo: nil, ifMatch: nil)
        }
        await #expect(throws: ChecklistsError.notFound(.checklist)) {
            _ = try await contract.store.asFirst.checklist(list)
        }
        try await contract.store.removePerson(ada, transferringTo: .first, ifMatch: nil)
        let inherited = try await contract.store.asFirst.checklist(list)
        #expect(inherited.members == [Member(.first, .own, joinedIn: inherited.revision)])
        try await #expect(contract.store.webhooks(PageRequest(), of: ada, .webhook).elements.isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `leaves no preferences, views and undo records behind`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        func hers() async throws -> Session {
            Session(try await contract.store, for: .person(ada, device: nil))
        }
        let list = try await contract.list()
        try await contract.store.asFirst.share(list, with: ada, .edit)
        var patch = PreferencesPatch()
        patch.selectedChecklistID = list
        _ = try await hers().updatePreferences(patch, ifMatch: nil)
        _ = try await hers().addView(SavedViewDraft(name: "Soon"), idempotencyKey: nil)
        let device = Device.ID(rawValue: 900)
        let assistant = Session(
            try await contract.store, for: .person(ada, by: .device(device), scope: .assist))
        let item = try await assistant.addItem(ItemDraft(text: "A"), to: list, idempotencyKey: nil).value
        #expect(try await hers().assistantSessions().count == 1)
        try await contract.store.removePerson(ada, transferringTo: nil, ifMatch: nil)
        #expect(try await hers().preferences() == Preferences(of: ada))
        #expect(try await hers().assistantSessions().isEmpty)
        #expect(try await contract.store.asFirst.item(item.id).text == "A")
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        #expect(try await hers().preferences().selectedChecklistID == nil)
    }

    @Test(arguments: StoreKind.allCases) func `leaves deleted lists to the heir, or has them purged`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var people: [Person.ID] = []
        for name in ["Ada", "Bea"] {
            let id = try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id
            let session = Session(try await contract.store, for: .person(id, device: nil))
            let list = try await session.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil).value
                .id
            _ = try await session.addItem(ItemDraft(text: "Milk"), to: list, idempotencyKey: nil)
            try await session.deleteChecklist(list, ifMatch: nil)
            people.append(id)
        }
        try await contract.store.removePerson(people[0], transferringTo: .first, ifMatch: nil)
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.map { $0.trash?.checklist?.name } == ["Ada"])
        let list = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
            .value
        #expect(list.members.map(\.personID) == [.first] && list.members.map(\.role) == [.own])
        #expect(list.itemsCount == 1)
        try await contract.store.removePerson(people[1], transferringTo: nil, ifMatch: nil)
        #expect(try await contract.store.asFirst.trash(PageRequest()).total == 0)
        let hers = Session(try await contract.store, for: .person(people[1], device: nil))
        #expect(try await hers.trash(PageRequest()).total == 0)
    }
}
