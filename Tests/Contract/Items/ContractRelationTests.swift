import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A task whose app names its parent in a store` {
    private struct Related {
        let contract: Contract
        let list: Checklist.ID

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            list = try await contract.list()
        }

        /// Adds an item with a UID, and with that of its parent.
        @discardableResult func add(_ uid: String, below parent: String? = nil) async throws -> Item {
            try await contract.item(uid, on: list) { draft in
                draft.uid = uid
                if let parent { draft.patch.details.parentUID = parent }
            }
        }

        func item(_ id: Item.ID) async throws -> Item { try await contract.store.asFirst.item(id) }

        func texts() async throws -> [String] { try await contract.texts(on: list) }
    }

    @Test(arguments: StoreKind.allCases) func `waits for its parent`(
        kind: StoreKind
    ) async throws {
        let related = try await Related(kind)
        let child = try await related.add("child", below: "parent")
        let other = try await related.add("other", below: "parent")
        #expect(child.parentID == nil)
        let parent = try await related.add("parent")
        #expect(parent.details.subtasks == SubtaskCounts(all: 2, unchecked: 2))
        #expect(try await related.item(child.id).parentID == parent.id)
        #expect(try await related.item(other.id).parentID == parent.id)
        try await related.add("rest")
        try await #expect(related.texts() == ["parent", "child", "other", "rest"])
    }

    @Test(arguments: StoreKind.allCases) func `waits on while a task whose UID has the same hash arrives`(
        kind: StoreKind
    ) async throws {
        let related = try await Related(kind)
        let child = try await related.add("child", below: "task-5511")
        try await related.add("task-35359")
        #expect(try await related.item(child.id).parentID == nil)
        let parent = try await related.add("task-5511")
        #expect(try await related.item(child.id).parentID == parent.id)
    }

    @Test(arguments: StoreKind.allCases) func `takes its subtasks to its parent`(
        kind: StoreKind
    ) async throws {
        let related = try await Related(kind)
        let grandchild = try await related.add("grandchild", below: "child")
        let child = try await related.add("child", below: "parent")
        #expect(child.details.subtasks == SubtaskCounts(all: 1, unchecked: 1))
        let parent = try await related.add("parent")
        #expect(try await related.item(grandchild.id).parentID == parent.id)
        #expect(try await related.item(child.id).parentID == parent.id)
        #expect(try await related.item(child.id).details.subtasks == SubtaskCounts())
        #expect(try await related.item(parent.id).details.subtasks == SubtaskCounts(all: 2, unchecked: 2))
    }

    @Test(arguments: StoreKind.allCases) func `comes back to a parent that is restored`(
        kind: StoreKind
    ) async throws {
        let related = try await Related(kind)
        let parent = try await related.add("parent")
        let trash = try await related.contract.store.asFirst.deleteItem(parent.id, ifMatch: nil)
        let child = try await related.add("child", below: "parent")
        #expect(child.parentID == nil)
        let id = try #require(trash)
        _ = try await related.contract.store.asFirst.restore(id, idempotencyKey: nil)
        #expect(try await related.item(child.id).parentID == parent.id)
        #expect(try await related.item(parent.id).details.subtasks == SubtaskCounts(all: 1, unchecked: 1))
    }

    @Test(arguments: StoreKind.allCases) func `waits on its own list only`(
        kind: StoreKind
    ) async throws {
        let related = try await Related(kind)
        let child = try await related.add("child", below: "parent")
        let other = try await related.contract.list("Other")
        let parent = try await related.contract.item("parent", on: other) { $0.uid = "parent" }
        #expect(try await related.item(child.id).parentID == nil)
        var patch = ItemPatch()
        patch.checklistID = related.list
        let moved = try await related.contract.store.asFirst.updateItem(parent.id, patch, ifMatch: nil)
        #expect(moved.details.subtasks == SubtaskCounts(all: 1, unchecked: 1))
        #expect(try await related.item(child.id).parentID == parent.id)
    }
}
