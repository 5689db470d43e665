import Checklists
import Testing

@Suite(.closingStores) struct `The preferences in a store` {
    @discardableResult private func prefer(
        _ contract: Contract, _ fill: (inout PreferencesPatch) -> Void
    ) async throws -> Preferences {
        var patch = PreferencesPatch()
        fill(&patch)
        return try await contract.store.asFirst.updatePreferences(patch, ifMatch: nil)
    }

    @Test(arguments: StoreKind.allCases) func `show all items by position at first`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        _ = try await contract.list()
        let preferences = try await contract.store.asFirst.preferences()
        #expect(preferences == Preferences())
        #expect(preferences.selectedChecklistID == nil && preferences.showChecked)
        #expect(preferences.itemSort == [SortKey(.position)] && preferences.revision == .zero)
    }

    @Test(arguments: StoreKind.allCases) func `change only the fields of a patch`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let sort = [SortKey(ItemQuery.Property.checked), SortKey(.dueDate, descending: true)]
        let first = try await prefer(contract) { $0.selectedChecklistID = list }
        let second = try await prefer(contract) { $0.itemSort = sort }
        let third = try await prefer(contract) { $0.showChecked = false }
        #expect(third.selectedChecklistID == list && third.itemSort == sort && !third.showChecked)
        #expect(first.revision < second.revision && second.revision < third.revision)
        try await #expect(contract.store.asFirst.preferences() == third)
        try await contract.expectNoChange {
            let same = try await prefer(contract) { patch in
                (patch.selectedChecklistID, patch.itemSort, patch.showChecked) = (list, sort, false)
            }
            #expect(same == third)
        }
        try await #expect(prefer(contract) { $0.selectedChecklistID = .some(nil) }.selectedChecklistID == nil)
    }

    @Test(arguments: StoreKind.allCases) func `change only at a matching revision`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        var patch = PreferencesPatch()
        patch.showChecked = false
        let first = try await contract.store.asFirst.updatePreferences(patch, ifMatch: [.zero])
        patch.showChecked = true
        for revisions in [[], [.zero]] as [KnownState] {
            try await contract.expect(.revisionMismatch) { [patch] in
                _ = try await contract.store.asFirst.updatePreferences(patch, ifMatch: revisions)
            }
            // An empty patch checks the precondition, too.
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.updatePreferences(PreferencesPatch(), ifMatch: revisions)
            }
        }
        let second = try await contract.store.asFirst.updatePreferences(
            patch, ifMatch: [.zero, first.revision])
        #expect(second.showChecked)
    }

    @Test(arguments: StoreKind.allCases) func `open no list that does not exist`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let violation = Violation("/selectedChecklistId", .notAChecklist.orNull)
        try await contract.expect(.invalid([violation])) {
            _ = try await prefer(contract) { patch in
                patch.selectedChecklistID = Checklist.ID(rawValue: 9)
                patch.showChecked = false
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `open no list once their list is deleted, and only then`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list("One"), try await contract.list("Two"))
        let before = try await prefer(contract) { patch in
            patch.selectedChecklistID = list
            patch.showChecked = false
        }
        try await contract.store.asFirst.deleteChecklist(other, ifMatch: nil)
        try await #expect(contract.store.asFirst.preferences() == before)
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        let after = try await contract.store.asFirst.preferences()
        #expect(after.selectedChecklistID == nil && !after.showChecked && after.revision > before.revision)
    }
}
