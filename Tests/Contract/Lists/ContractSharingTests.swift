import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A shared list in a store` {
    /// A store with a list of person 1, and three other people.
    private struct Stage {
        let contract: Contract
        let list: Checklist.ID
        let item: Item.ID
        let people: [Person.ID]

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            list = try await contract.list()
            item = try await contract.item(on: list).id
            var people: [Person.ID] = []
            for name in ["Ada", "Bea", "Cleo"] {
                people.append(try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id)
            }
            self.people = people
        }

        func session(_ number: Int) async throws -> Session {
            Session(try await contract.store, for: .person(people[number], device: nil))
        }

        func share(with number: Int, _ role: Role) async throws {
            try await contract.store.asFirst.share(list, with: people[number], role)
        }
    }

    /// Operations on a list, each with the lowest role that permits it.
    private static let deeds:
        [(role: Role, run: @Sendable (Session, Checklist.ID, Item.ID) async throws -> Void)] =
            [
                (.view, { session, list, _ in _ = try await session.checklist(list) }),
                (.view, { session, _, item in _ = try await session.item(item) }),
                (.view, { session, list, _ in _ = try await session.items(ItemQuery(checklistID: list)) }),
                (.view, { session, list, _ in _ = try await session.updateMembership(.muted, on: list) }),
                (
                    .check,
                    { session, _, item in
                        _ = try await session.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
                    }
                ),
                (
                    .check,
                    { session, _, item in
                        var patch = ItemPatch()
                        patch.checked = false
                        _ = try await session.updateItem(item, patch, ifMatch: nil)
                    }
                ),
                (
                    .edit,
                    { session, _, item in
                        var patch = ItemPatch()
                        patch.checked = true
                        patch.important = true
                        _ = try await session.updateItem(item, patch, ifMatch: nil)
                    }
                ),
                (
                    .edit,
                    { session, list, _ in
                        _ = try await session.addItem(ItemDraft(text: "New"), to: list, idempotencyKey: nil)
                    }
                ),
                (
                    .edit,
                    { session, _, item in
                        _ = try await session.moveItem(item, to: .first, ifMatch: nil, idempotencyKey: nil)
                    }
                ),
                (
                    .edit,
                    { session, list, _ in
                        _ = try await session.updateChecklist(
                            list, ChecklistPatch(name: "Named"), ifMatch: nil)
                    }
                ),
                (
                    .edit,
                    { session, list, _ in
                        let section = try await session.addSection(
                            named: "Dairy", to: list, idempotencyKey: nil
                        ).value.sections.all.last
                        _ = try await session.deleteSection(
                            try #require(section?.id), from: list, ifMatch: nil)
                    }
                ),
                (
                    .own,
                    { session, list, _ in
                        _ = try await session.addLink(
                            to: list, .view, secretDigest: [7], tokenDigest: [8], until: nil,
                            idempotencyKey: nil)
                    }
                ),
                (
                    .own,
                    { session, list, _ in
                        _ = try await session.putMember(.first, .own, on: list, ifMatch: nil)
                    }
                ),
                (.own, { session, list, _ in try await session.deleteChecklist(list, ifMatch: nil) }),
            ]

    @Test(arguments: StoreKind.allCases) func `permits each role exactly its operations`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let session = try await stage.session(0)
        for deed in Self.deeds {
            await #expect(throws: ChecklistsError.self) {
                try await deed.run(session, stage.list, stage.item)
            }
        }
        try await #expect(session.checklists(ChecklistQuery()).total == 0)
        for role in Role.allCases {
            try await stage.share(with: 0, role)
            let session = try await stage.session(0)
            for (number, deed) in Self.deeds.enumerated() {
                if deed.role <= role {
                    try await deed.run(session, stage.list, stage.item)
                } else {
                    await #expect(throws: ChecklistsError.roleNeeded(deed.role), "\(role), \(number)") {
                        try await deed.run(session, stage.list, stage.item)
                    }
                }
            }
        }
        await #expect(throws: ChecklistsError.notFound(.checklist)) {
            _ = try await stage.contract.store.asFirst.checklist(stage.list)
        }
    }

    @Test(arguments: StoreKind.allCases) func `always has an owner, and drops members who leave`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.share(with: 0, .edit)
        let mine = try await stage.contract.store.asFirst
        await #expect(throws: ChecklistsError.self) {
            _ = try await mine.putMember(.first, .view, on: stage.list, ifMatch: nil)
        }
        await #expect(throws: ChecklistsError.self) {
            try await mine.removeMember(.first, from: stage.list, ifMatch: nil)
        }
        await #expect(throws: ChecklistsError.notFound(.person)) {
            _ = try await mine.putMember(Person.ID(rawValue: 99), .view, on: stage.list, ifMatch: nil)
        }
        var patch = ItemPatch()
        patch.assigneeID = .some(stage.people[1])
        await #expect(throws: ChecklistsError.self) {
            _ = try await mine.updateItem(stage.item, patch, ifMatch: nil)
        }
        patch.assigneeID = .some(stage.people[0])
        let assigned = try await mine.updateItem(stage.item, patch, ifMatch: nil)
        #expect(assigned.assigneeID == stage.people[0])
        var preferences = PreferencesPatch()
        preferences.selectedChecklistID = stage.list
        _ = try await stage.session(0).updatePreferences(preferences, ifMatch: nil)
        try await stage.session(0).removeMember(stage.people[0], from: stage.list, ifMatch: nil)
        try await #expect(stage.contract.store.asFirst.item(stage.item).assigneeID == nil)
        try await #expect(stage.session(0).preferences().selectedChecklistID == nil)
        await #expect(throws: ChecklistsError.notFound(.item)) {
            _ = try await stage.session(0).item(stage.item)
        }
    }

    @Test(arguments: StoreKind.allCases) func `has preferences for each member`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.share(with: 0, .edit)
        let before = try await stage.contract.store.asFirst.checklist(stage.list)
        var change = ListPreferencesPatch()
        change.itemSort = [SortKey(.checked), SortKey(.dueDate, descending: true)]
        change.showChecked = false
        var wanted = ListPreferences()
        wanted.itemSort = [SortKey(.checked), SortKey(.dueDate, descending: true)]
        wanted.showChecked = false
        let hers = try await stage.session(0).updateMembership(change, on: stage.list)
        #expect(hers.member(stage.people[0])?.preferences == wanted)
        #expect(hers.member(.first) == Member(.first, .own))
        #expect(hers.revision > before.revision && hers.updatedAt == before.updatedAt)
        _ = try await stage.contract.store.asFirst.updateMembership(.muted, on: stage.list)
        // Another role keeps the preferences.
        try await stage.share(with: 0, .check)
        let members = try await stage.contract.store.asFirst.checklist(stage.list).members
        var muted = ListPreferences()
        muted.isMuted = true
        #expect(members.map(\.preferences) == [muted, wanted])
        let other = try await stage.session(0).addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil)
            .value
        #expect(other.members == [Member(stage.people[0], .own)])
        try await stage.contract.expectNoChange {
            _ = try await stage.session(0).updateMembership(change, on: stage.list)
        }
        var back = ListPreferencesPatch()
        (back.itemSort, back.showChecked) = (.some(nil), .some(nil))
        let plain = try await stage.session(0).updateMembership(back, on: stage.list)
        #expect(plain.member(stage.people[0])?.preferences == ListPreferences())
        await #expect(throws: ChecklistsError.notFound(.checklist)) {
            _ = try await stage.session(1).updateMembership(change, on: stage.list)
        }
        try await stage.session(0).removeMember(stage.people[0], from: stage.list, ifMatch: nil)
        change.isMuted = false
        _ = try await stage.contract.store.asFirst.updateMembership(change, on: stage.list)
        let alone = try await stage.contract.store.asFirst.checklist(stage.list)
        #expect(alone.members.map(\.preferences) == [wanted] && alone.members.map(\.role) == [.own])
        try await #expect(
            stage.contract.store.asFirst.checklists(ChecklistQuery()).elements.map(\.id) == [stage.list])
    }

    @Test(arguments: StoreKind.allCases) func `admits the guest of a link to this list only`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let other = try await stage.contract.list("Other")
        _ = try await stage.contract.item("Secret", on: other)
        let end = stage.contract.later(1_000)
        let link = try await stage.contract.store.asFirst.addLink(
            to: stage.list, .check, named: " Neighbours ", secretDigest: [1], tokenDigest: [2], until: end,
            idempotencyKey: nil
        ).value
        #expect(link.name == "Neighbours")
        try await #expect(stage.contract.store.asFirst.links(to: stage.list) == [link])
        let found = try await stage.contract.store.signIn(
            bySecret: [1], tokenDigest: [2], deviceName: "x", idempotencyKey: nil)
        guard case .guest(let held, on: let list) = found.value else {
            Issue.record("\(found)")
            return
        }
        #expect(held == link && list.id == stage.list)
        let holder = try #require(try await stage.contract.store.caller(ofToken: [2]))
        #expect(holder.caller.principal == .guest(link.id, on: stage.list) && holder.expiresAt == end)
        let guest = Session(try await stage.contract.store, for: holder.caller.principal)
        try await #expect(guest.checklists(ChecklistQuery()).elements.map(\.id) == [stage.list])
        try await #expect(guest.items(ItemQuery()).elements.map(\.id) == [stage.item])
        var query = ItemQuery()
        query.filter.text = "secret"
        try await #expect(guest.items(query).total == 0)
        try await #expect(guest.counts().items == 1)
        try await #expect(guest.snapshots(of: nil).count == 1)
        _ = try await guest.toggleItem(stage.item, ifMatch: nil, idempotencyKey: nil)
        await #expect(throws: ChecklistsError.roleNeeded(.edit)) {
            try await guest.deleteItem(stage.item, ifMatch: nil)
        }
        await #expect(throws: ChecklistsError.notFound(.checklist)) { _ = try await guest.checklist(other) }
        await #expect(throws: ChecklistsError.personNeeded) { _ = try await guest.preferences() }
        await #expect(throws: ChecklistsError.personNeeded) {
            _ = try await guest.addChecklist(ChecklistDraft(name: "x"), idempotencyKey: nil)
        }
        stage.contract.advance(milliseconds: 1_000)
        await #expect(throws: ChecklistsError.notFound(.item)) { _ = try await guest.item(stage.item) }
        await #expect(throws: ChecklistsError.notFound(.item)) {
            _ = try await guest.toggleItem(stage.item, ifMatch: nil, idempotencyKey: nil)
        }
        try await stage.contract.store.asFirst.removeLink(link.id, to: stage.list)
        try await #expect(stage.contract.store.caller(ofToken: [2]) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `reminds the assignee, otherwise all members who did not mute it`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        for number in 0...1 { try await stage.share(with: number, .view) }
        _ = try await stage.session(1).updateMembership(.muted, on: stage.list)
        var hooks: [Webhook.ID] = []
        for number in 0...2 {
            let draft = WebhookDraft(url: "https://example.org/\(number)", secret: .sample(1))
            hooks.append(try await stage.session(number).addWebhook(draft, idempotencyKey: nil).value.id)
        }
        let open = try await stage.contract.reminder("open", in: 1_000, on: stage.list)
        let own = try await stage.contract.reminder("assigned", in: 1_000, on: stage.list)
        try await stage.contract.change(own.id) { $0.assigneeID = .some(stage.people[1]) }
        stage.contract.advance(milliseconds: 1_000)
        let firing = try await stage.contract.fire()
        #expect(Set(firing.fired.map(\.item.id)) == [open.id, own.id] && firing.deliveriesCount == 2)
        for (number, expected) in [[open.id], [own.id], []].enumerated() {
            let sent = try await stage.session(number).deliveries(
                of: hooks[number], status: nil, PageRequest())
            #expect(sent.elements.map(\.itemID) == expected, "\(number)")
        }
        await #expect(throws: ChecklistsError.notFound(.webhook)) {
            _ = try await stage.session(2).webhook(hooks[0])
        }
        await #expect(throws: ChecklistsError.notFound(.webhook)) {
            try await stage.session(2).deleteWebhook(hooks[0], ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `accepts moved items only from editors of both lists`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.share(with: 0, .edit)
        let hers = try await stage.session(0).addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil)
            .value.id
        var patch = ItemPatch()
        patch.checklistID = hers
        let moved = try await stage.session(0).updateItem(stage.item, patch, ifMatch: nil)
        #expect(moved.checklistID == hers)
        await #expect(throws: ChecklistsError.notFound(.item)) {
            _ = try await stage.contract.store.asFirst.item(stage.item)
        }
        let mine = try await stage.contract.item("Mine", on: stage.list).id
        await #expect(throws: ChecklistsError.self) {
            _ = try await stage.contract.store.asFirst.updateItem(mine, patch, ifMatch: nil)
        }
        try await stage.share(with: 0, .view)
        patch.checklistID = stage.list
        await #expect(throws: ChecklistsError.roleNeeded(.edit)) {
            _ = try await stage.session(0).updateItem(stage.item, patch, ifMatch: nil)
        }
    }
}

extension ListPreferencesPatch {
    /// Mutes the list.
    fileprivate static var muted: ListPreferencesPatch {
        var patch = ListPreferencesPatch()
        patch.isMuted = true
        return patch
    }
}
