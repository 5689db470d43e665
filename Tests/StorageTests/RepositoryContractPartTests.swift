import Checklists
import Testing

@Suite struct `A part of a repository` {
    @Test(arguments: RepositoryKind.allCases) func `has a newer change when anything in it has changed`(
        kind: RepositoryKind
    ) async throws {
        let contract = try await RepositoryContract(kind)
        let repository = contract.repository
        let (one, other) = (try await contract.list(), try await contract.list())
        let parts = [Part.checklist(one), .items(of: one), .items(of: other), .everything]
        let before = parts.map(repository.currentRevision)
        let added = try await repository.addItem(ItemDraft(text: "Milk"), to: one, once: nil).value
        let afterAdding = parts.map(repository.currentRevision)
        #expect(zip(before, afterAdding).map { $0 != $1 } == [true, true, false, true])
        #expect(afterAdding[0] == (try await repository.checklist(one).revision))
        #expect(afterAdding[1] == (try await repository.items(ItemQuery(checklistID: one)).revision))
        #expect(afterAdding[3] == (try await repository.items(ItemQuery()).revision))
        var patch = ItemPatch()
        patch.notes = "2 litres"
        _ = try await repository.updateItem(added.id, patch, ifMatch: nil)
        let afterEditing = parts.map(repository.currentRevision)
        #expect(zip(afterAdding, afterEditing).map { $0 != $1 } == [false, true, false, true])
    }

    @Test(arguments: RepositoryKind.allCases) func `has none when it is not there`(kind: RepositoryKind)
        async throws
    {
        let contract = try await RepositoryContract(kind)
        let list = try await contract.list()
        try await contract.repository.deleteChecklist(list, ifMatch: nil)
        #expect(contract.repository.currentRevision(of: .checklist(list)) == nil)
        #expect(contract.repository.currentRevision(of: .items(of: list)) == nil)
    }
}
