import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An assistant` {
    /// The session of an assistant of the first person, on a device that need not exist.
    private func assistant(_ contract: Contract, device: Int = 900) async throws -> Session {
        let device = Device.ID(rawValue: device)
        return Session(try await contract.store, for: .person(.first, by: .device(device), scope: .assist))
    }

    /// A device that is signed in with the scope `assist`. A start drops the proposals of others.
    private func robot(_ contract: Contract) async throws -> Int {
        _ = try await contract.store.addSignInLink(
            for: .first, .assist, secretDigest: [1], idempotencyKey: nil)
        let signedIn = try await contract.store.signIn(
            bySecret: [1], tokenDigest: [2], deviceName: "Robot", idempotencyKey: nil)
        guard case .device(let device, of: _) = signedIn.value else { throw CancellationError() }
        return device.id.rawValue
    }

    private func patch(_ fill: (inout ItemPatch) -> Void) -> ItemPatch {
        var patch = ItemPatch()
        fill(&patch)
        return patch
    }

    // MARK: Undoing a session

    @Test(arguments: StoreKind.allCases) func `makes 50 changes that one step undoes`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let ids = try await contract.items("A", "B", "C", "D", "E", on: list)
        let before = try await contract.store.asFirst.items(ItemQuery()).elements
        for round in 1...8 {
            for id in ids {
                let patch = patch { $0.text = "Item \(id) in round \(round)" }
                _ = try await assistant(contract).updateItem(id, patch, ifMatch: nil)
            }
        }
        for id in ids {
            let patch = patch { ($0.checklistID, $0.checked) = (other, true) }
            _ = try await assistant(contract).updateItem(id, patch, ifMatch: nil)
        }
        let trip = try await assistant(contract).addChecklist(
            ChecklistDraft(name: "Trip"), idempotencyKey: nil)
        for list in [list, trip.value.id] {
            for text in ["X", "Y"] {
                _ = try await assistant(contract).addItem(
                    ItemDraft(text: text), to: list, idempotencyKey: nil)
            }
        }
        let session = try #require(try await contract.store.asFirst.assistantSessions().first)
        #expect(session.itemsCount == 9 && session.listsCount == 1)
        let result = try await contract.store.asFirst.undo(session.id, idempotencyKey: .sample())
        #expect(result.value.restored == ids && result.value.deleted.count == 4)
        #expect(result.value.deletedLists == [trip.value.id])
        #expect(result.value.changedSince.isEmpty && result.value.missing.isEmpty)
        let after = try await contract.store.asFirst.items(ItemQuery()).elements
        #expect(after.map(\.text) == before.map(\.text) && after.map(\.id) == before.map(\.id))
        #expect(after.map(\.position) == before.map(\.position) && after.allSatisfy { !$0.checked })
        let lists = try await contract.store.asFirst.checklists(ChecklistQuery()).elements
        #expect(lists.map(\.itemsCount) == [5, 0])
        #expect(try await contract.store.asFirst.assistantSessions().isEmpty)
        #expect(try await contract.store.asFirst.trash(PageRequest()).elements.count == 2)
        let again = try await contract.store.asFirst.undo(session.id, idempotencyKey: .sample())
        #expect(again.isReplay && again.value == result.value)
        try await contract.expect(.notFound(.assistantSession)) {
            _ = try await contract.store.asFirst.undo(session.id, idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `loses no change that someone made since to an undoing`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ids = try await contract.items("A", "B", "C", on: list)
        for id in ids {
            _ = try await assistant(contract).updateItem(id, patch { $0.important = true }, ifMatch: nil)
        }
        let own = try await assistant(contract).addItem(
            ItemDraft(text: "New"), to: list, idempotencyKey: nil
        ).value
        try await contract.change(ids[0]) { $0.text = "Mine" }
        try await contract.store.asFirst.deleteItem(ids[1], ifMatch: nil)
        try await contract.item("Below", on: list) { $0.patch.details.parentID = own.id }
        let session = try #require(try await contract.store.asFirst.assistantSessions().first)
        let result = try await contract.store.asFirst.undo(session.id, idempotencyKey: nil).value
        #expect(result.restored == [ids[2]] && result.missing == [ids[1]] && result.deleted.isEmpty)
        #expect(Set(result.changedSince) == [ids[0], own.id])
        let texts = try await contract.texts(on: list)
        #expect(texts == ["Mine", "C", "New", "Below"])
        #expect(try await contract.store.asFirst.item(ids[0]).important)
    }

    @Test(arguments: StoreKind.allCases) func `begins a session after a pause, on each device`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for device in [901, 902] {
            _ = try await assistant(contract, device: device).addItem(
                ItemDraft(text: "A"), to: list, idempotencyKey: nil)
        }
        contract.advance(milliseconds: Limits.sessionPauseMilliseconds)
        _ = try await assistant(contract, device: 901).addItem(
            ItemDraft(text: "B"), to: list, idempotencyKey: nil)
        let sessions = try await contract.store.asFirst.assistantSessions()
        #expect(sessions.compactMap(\.deviceID?.rawValue) == [901, 902, 901])
        _ = try await contract.store.asFirst.undo(sessions[2].id, idempotencyKey: nil)
        #expect(try await contract.texts(on: list) == ["A", "B"])
        contract.advance(milliseconds: Limits.undoMilliseconds)
        #expect(try await contract.store.asFirst.assistantSessions().count == 1)
        contract.advance(milliseconds: 1)
        #expect(try await contract.store.asFirst.assistantSessions().isEmpty)
        // The store forgets them without an end of anybody's cursor.
        let position = try await contract.store.asFirst.changes(after: nil, limit: 1).next
        let age = Retention().age(at: contract.now)
        #expect(try await contract.store.forgetTombstones(age) == 2)
        _ = try await contract.store.asFirst.changes(after: position, limit: 10)
    }

    @Test(arguments: StoreKind.allCases) func `is undone only by its person`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let person = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: person, .edit)
        _ = try await assistant(contract).addItem(ItemDraft(text: "A"), to: list, idempotencyKey: nil)
        let session = try #require(try await contract.store.asFirst.assistantSessions().first)
        try await contract.expect(.notFound(.assistantSession)) {
            let other = Session(try await contract.store, for: .person(person, device: nil))
            _ = try await other.undo(session.id, idempotencyKey: nil)
        }
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.isEmpty)
        try await contract.expect(.notFound(.trash)) {
            _ = try await contract.store.asFirst.restore(session.id, idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `leaves one item with a UID when it is undone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let moves = patch { $0.checklistID = other }
        let first = try await contract.item("First", on: list) { $0.uid = "a" }
        _ = try await assistant(contract).updateItem(first.id, moves, ifMatch: nil)
        let second = try await contract.item("Second", on: list) { $0.uid = "a" }
        let trash = try #require(try await contract.store.asFirst.deleteItem(first.id, ifMatch: nil))
        _ = try await assistant(contract).updateItem(second.id, moves, ifMatch: nil)
        let restored = try await assistant(contract).restore(trash, idempotencyKey: nil)
        #expect(restored.value.id == other)
        let session = try #require(try await contract.store.asFirst.assistantSessions().first)
        let result = try await contract.store.asFirst.undo(session.id, idempotencyKey: nil).value
        #expect(result.restored == [first.id, second.id])
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements
        #expect(items.count == 2 && items.compactMap(\.uid) == ["a"])
    }

    // MARK: Proposals

    @Test(arguments: StoreKind.allCases) func `deletes nothing, and changes at most 20 items at once`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var ids: [Item.ID] = []
        for number in 1...21 { ids += try await contract.items("Item \(number)", on: list) }
        func refuses(
            _ deletes: Bool, _ subject: ProposedChange.Subject, _ count: Int,
            _ body: (Session) async throws -> Void
        ) async throws {
            let error = await #expect(throws: ChecklistsError.self) { try await body(assistant(contract)) }
            guard case .approvalNeeded(let effect)? = error else {
                Issue.record("\(error.map(String.init(describing:)) ?? "no error")")
                return
            }
            let change = effect.summary
            #expect(change.action == (deletes ? .delete : .change) && change.subject == subject)
            #expect(change.count == count && change.name == "Groceries")
        }
        try await refuses(true, .items, 1) { try await $0.deleteItem(ids[0], ifMatch: nil) }
        try await refuses(true, .items, 21) { _ = try await $0.deleteItems(of: list, checked: nil) }
        try await refuses(true, .checklist, 21) { try await $0.deleteChecklist(list, ifMatch: nil) }
        let patch = patch { $0.important = true }
        try await refuses(false, .items, 21) { session in
            _ = try await session.writeBatch(of: 21, idempotencyKey: nil) { [ids] index, session in
                try await session.updateItem(ids[index], patch, ifMatch: nil)
            }
        }
        _ = try await assistant(contract).writeBatch(of: 20, idempotencyKey: nil) { [ids] index, session in
            try await session.updateItem(ids[index], patch, ifMatch: nil)
        }
        let drafts = (1...30).map { ItemDraft(text: "New \($0)") }
        _ = try await assistant(contract).addItems(drafts, to: list, idempotencyKey: nil)
        #expect(try await contract.store.asFirst.assistantSessions().map(\.itemsCount) == [50])
    }

    @Test(arguments: StoreKind.allCases) func `proposes what a person approves once`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let robot = try await robot(contract)
        let list = try await contract.list()
        let ids = try await contract.items("Milk", "Bread", on: list)
        let delete = { @Sendable (session: Session, id: Item.ID) in
            _ = try await session.deleteItem(id, ifMatch: nil)
        }
        let effect = try await effect { try await delete(assistant(contract, device: robot), ids[0]) }
        #expect(effect.summary.texts == ["Milk"])
        let proposal = try await propose(effect, "[1]", contract, robot)
        #expect(
            try await propose(effect, "[1]", contract, robot) == proposal
                && proposal.deviceID?.rawValue == robot)
        let open = try await contract.store.asFirst.proposals(at: contract.now)
        #expect(open == [proposal] && open[0].operations == "[1]" && open[0].effect == effect)
        // Another operation than the proposed one is refused.
        let grew = Violation("", .effectGrew)
        try await contract.expect(.operationFailed(0, .conflict([grew]))) {
            _ = try await contract.store.asFirst.approve(proposal.id, of: 1) { try await delete($1, ids[1]) }
        }
        let approve = {
            try await contract.store.asFirst.approve(proposal.id, of: 1) { try await delete($1, ids[0]) }
        }
        #expect(try await approve().leftOut.isEmpty)
        #expect(try await contract.texts(on: list) == ["Bread"])
        #expect(try await contract.store.asFirst.proposals(at: contract.now).isEmpty)
        try await contract.expect(.notFound(.proposal)) { _ = try await approve() }
    }

    /// The effect of a change that an assistant may only propose.
    private func effect(_ body: () async throws -> Void) async throws -> ProposedEffect {
        let error = await #expect(throws: ChecklistsError.self) { try await body() }
        guard case .approvalNeeded(let effect)? = error else { throw try #require(error) }
        return effect
    }

    private func propose(
        _ effect: ProposedEffect, _ operations: String, _ contract: Contract, _ robot: Int
    ) async throws -> Proposal {
        try await assistant(contract, device: robot).propose(
            effect, operations: operations, token: nil
        ) { _, _, _ in [] }
    }

    @Test(arguments: StoreKind.allCases) func `changes by approval what it proposed, and nothing else`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let robot = try await robot(contract)
        let (list, other) = (try await contract.list(), try await contract.list("Junk"))
        let ids = try await contract.items("A", "B", "C", "D", "E", on: list)
        for id in ids { try await contract.change(id) { $0.details.tags = ["x"] } }
        try await contract.items("J", on: other)
        let steps: [@Sendable (Session) async throws -> Void] = [
            { _ = try await $0.deleteTag("x") },
            { _ = try await $0.updateItem(ids[0], self.patch { $0.text = "AA" }, ifMatch: nil) },
            { _ = try await $0.updateItem(ids[1], self.patch { $0.text = "BB" }, ifMatch: nil) },
            { _ = try await $0.updateItems(of: list, where: ItemFilter(), self.patch { $0.checked = true }) },
            { _ = try await $0.deleteItems(of: list, checked: true) },
            { _ = try await $0.deleteChecklist(other, ifMatch: nil) },
        ]
        let effect = try await effect {
            _ = try await assistant(contract, device: robot).writeBatch(of: steps.count, idempotencyKey: nil)
            {
                try await steps[$0]($1)
            }
        }
        #expect(effect.changes.map(\.count) == [5, 1, 1, 5, 5, 1])
        let proposal = try await propose(effect, "[]", contract, robot)
        try await contract.change(ids[0]) { $0.text = "Mine" }
        try await contract.store.asFirst.deleteItem(ids[2], ifMatch: nil)
        try await contract.item("New", on: list) { $0.patch.details.tags = ["x"] }
        func approve() async throws -> [LeftOut] {
            try await contract.store.asFirst.approve(proposal.id, of: steps.count) { index, session in
                do { try await steps[index](session) } catch ChecklistsError.revisionMismatch {}
            }.leftOut
        }
        try await contract.items("K", on: other)
        try await contract.expect(.operationFailed(5, .conflict([Violation("", .effectGrew)]))) {
            _ = try await approve()
        }
        #expect(try await contract.texts(on: list) == ["Mine", "B", "D", "E", "New"])
        let added = try await contract.store.asFirst.items(ItemQuery()).elements.first { $0.text == "K" }
        try await contract.store.asFirst.deleteItem(try #require(added?.id), ifMatch: nil)
        let leftOut = try await approve()
        #expect(leftOut.map(\.operation) == [0, 1, 3, 4])
        #expect(leftOut.map(\.count) == [2, 1, 2, 2])
        #expect(leftOut.map(\.names) == [["Mine"], ["A → AA"], ["Mine"], ["Mine"]])
        let left = try await contract.store.asFirst.items(ItemQuery()).elements
        #expect(left.map(\.text) == ["Mine", "New"] && left.allSatisfy { $0.tags == ["x"] && !$0.checked })
        #expect(try await contract.store.asFirst.checklists(ChecklistQuery()).elements.map(\.id) == [list])
    }

    @Test(arguments: StoreKind.allCases) func `leaves out of an approval what names something gone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let robot = try await robot(contract)
        let list = try await contract.list()
        let ids = try await contract.items("A", "B", "C", "D", on: list)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .edit)
        let sections = try await contract.store.asFirst
            .addSection(named: "Dairy", to: list, idempotencyKey: nil).value.sections
        let section = sections.all[0].id
        let other = try await contract.list("Other")
        let steps: [@Sendable (Session) async throws -> Void] = [
            { _ = try await $0.deleteItem(ids[0], ifMatch: nil) },
            { _ = try await $0.updateItem(ids[1], self.patch { $0.assigneeID = ada }, ifMatch: nil) },
            { session in
                let patch = self.patch { $0.details.sectionID = section }
                _ = try await session.updateItem(ids[2], patch, ifMatch: nil)
            },
            { _ = try await $0.updateItem(ids[3], self.patch { $0.checklistID = other }, ifMatch: nil) },
        ]
        let effect = try await effect {
            _ = try await assistant(contract, device: robot).writeBatch(of: steps.count, idempotencyKey: nil)
            {
                try await steps[$0]($1)
            }
        }
        let proposal = try await propose(effect, "[]", contract, robot)
        try await contract.store.asFirst.removeMember(ada, from: list, ifMatch: nil)
        _ = try await contract.store.asFirst.deleteSection(section, from: list, ifMatch: nil)
        try await contract.store.asFirst.deleteChecklist(other, ifMatch: nil)
        let approved = try await contract.store.asFirst.approve(proposal.id, of: steps.count) {
            do { try await steps[$0]($1) } catch ChecklistsError.revisionMismatch {}
        }
        #expect(approved.leftOut.map(\.operation) == [1, 2, 3])
        #expect(try await contract.texts(on: list) == ["B", "C", "D"])
    }

    @Test(arguments: StoreKind.allCases) func `takes its proposals along when it is signed out`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let device = try await self.robot(contract)
        let item = try await contract.item("Milk", on: try await contract.list())
        let robot = try await assistant(contract, device: device)
        let effect = try await effect { try await robot.deleteItem(item.id, ifMatch: nil) }
        let proposal = try await robot.propose(effect, operations: "[]", token: nil) { _, _, _ in [] }
        try await contract.store.removeDevice(Device.ID(rawValue: device), of: .first)
        #expect(try await contract.store.asFirst.proposals(at: contract.now).isEmpty)
        try await contract.expect(.notFound(.proposal)) {
            _ = try await contract.store.asFirst.approve(proposal.id, of: 1) { _, session in
                try await session.deleteItem(item.id, ifMatch: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `has few proposals at a time, which expire`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let robot = try await robot(contract)
        let change = ProposedChange(.delete, .tag, count: 1, name: "work")
        let effect = ProposedEffect(asOf: .zero, changes: [change])
        for number in 1...Limits.proposalsMax {
            _ = try await propose(effect, "[\(number)]", contract, robot)
        }
        let full = Violation("", .limitReached(Limits.proposalsMax, "open proposals"))
        try await contract.expect(.conflict([full])) {
            _ = try await propose(effect, "[0]", contract, robot)
        }
        let first = try await contract.store.asFirst.proposals(at: contract.now)[0]
        try await contract.store.asFirst.removeProposal(first.id)
        let large = String(repeating: " ", count: Limits.proposalsBytesMax)
        let bytes = Violation("", .limitReached(Limits.proposalsBytesMax, "bytes of open proposals"))
        try await contract.expect(.conflict([bytes])) {
            _ = try await propose(effect, large, contract, robot)
        }
        contract.advance(milliseconds: Limits.proposalMilliseconds)
        #expect(try await contract.store.asFirst.proposals(at: contract.now).isEmpty)
        try await contract.expect(.notFound(.proposal)) {
            try await contract.store.asFirst.removeProposal(first.id)
        }
        _ = try await propose(effect, large, contract, robot)
    }
}
