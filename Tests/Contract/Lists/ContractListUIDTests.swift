import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The UUID of a list in a store` {
    private func draft(_ name: String, uid: String? = "a") -> ChecklistDraft {
        var draft = ChecklistDraft(name: name)
        draft.uid = uid
        return draft
    }

    private func taken(by list: Checklist.ID, section: Section.ID? = nil) -> ChecklistsError {
        .conflict([Violation("/uid", .taken(by: list, section: section))])
    }

    @Test(arguments: StoreKind.allCases) func `creates one list for each person`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let first = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: nil).value
        #expect(first.uid?.text == "a")
        // Longer than any idempotency key lives.
        contract.advance(milliseconds: 26 * 3_600_000)
        try await contract.expect(taken(by: first.id)) {
            _ = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: .sample())
        }
        let other = try await Session(contract.store, for: .person(ada, device: nil)).addChecklist(
            draft("B"), idempotencyKey: nil
        ).value
        #expect(other.uid?.text == "a" && other.id != first.id)
        for _ in 0..<2 {
            _ = try await contract.store.asFirst.addChecklist(draft("C", uid: nil), idempotencyKey: nil)
        }
        try await #expect(contract.store.asFirst.checklist(first.id).uid == first.uid)
    }

    /// It stays with its list, which the person may have left.
    @Test(arguments: StoreKind.allCases) func `stays taken when the list has another owner`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let list = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .own)
        try await contract.store.asFirst.removeMember(.first, from: list, ifMatch: nil)
        try await contract.expect(taken(by: list)) {
            _ = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: nil)
        }
        let own = try await Session(contract.store, for: .person(ada, device: nil)).addChecklist(
            draft("B"), idempotencyKey: nil)
        #expect(own.value.id != list)
    }

    @Test(arguments: StoreKind.allCases) func `is free again when the list is deleted`(
        kind: StoreKind
    ) async throws {
        for isTaken in [false, true] {
            let contract = try await Contract(kind)
            let list = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: nil).value.id
            let trash = try #require(try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil))
            if isTaken {
                _ = try await contract.store.asFirst.addChecklist(draft("B"), idempotencyKey: nil)
            }
            let restored = try await contract.store.asFirst.restore(trash, idempotencyKey: nil).value
            #expect(restored.uid?.text == (isTaken ? nil : "a"))
            try await #expect(contract.store.asFirst.checklist(list).uid == restored.uid)
            await #expect(throws: ChecklistsError.self) {
                _ = try await contract.store.asFirst.addChecklist(draft("C"), idempotencyKey: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is unique within a batch, and not copied`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let add: BatchStep = { try await $0.addChecklist(draft("A"), idempotencyKey: nil).value }
        let before = try await contract.listing
        await #expect {
            try await contract.store.asFirst.batch([add, add])
        } throws: { error in
            guard case .operationFailed(1, .conflict(let violations)) = error as? ChecklistsError else {
                return false
            }
            return violations.map(\.pointer) == ["/uid"]
        }
        try await #expect(contract.listing == before)
        let list = try await contract.store.asFirst.addChecklist(draft("A"), idempotencyKey: nil).value.id
        _ = try await contract.store.asFirst.addSection(
            named: "S", uid: "s", to: list, idempotencyKey: nil)
        let copy = try await contract.store.asFirst.copyChecklist(
            list, ChecklistCopy(), idempotencyKey: nil
        ).value
        #expect(copy.uid == nil && copy.sections.all.map(\.uid) == [nil])
    }

    @Test(arguments: StoreKind.allCases) func `of a section is unique on its list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        func add(to list: Checklist.ID) async throws -> Section {
            let made = try await contract.store.asFirst.addSection(
                named: "S", uid: "s", to: list, idempotencyKey: nil)
            return try #require(made.value.sections.all.last)
        }
        let section = try await add(to: lists[0])
        #expect(try await add(to: lists[1]).uid == "s")
        contract.advance(milliseconds: 26 * 3_600_000)
        try await contract.expect(taken(by: lists[0], section: section.id)) {
            _ = try await add(to: lists[0])
        }
        _ = try await contract.store.asFirst.updateSection(
            section.id, on: lists[0], name: "T", ifMatch: nil)
        try await #expect(contract.store.asFirst.checklist(lists[0]).sections.all.map(\.uid) == ["s"])
        _ = try await contract.store.asFirst.deleteSection(section.id, from: lists[0], ifMatch: nil)
        #expect(try await add(to: lists[0]).id != section.id)
    }
}
