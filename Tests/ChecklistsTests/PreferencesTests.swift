import Testing

@testable import Checklists

@Suite struct `The preferences` {
    private static let list = Checklist.ID(rawValue: 1)

    /// A catalogue of two lists.
    private func catalogue() throws -> Catalogue {
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        var catalogue = Catalogue()
        for name in ["One", "Two"] {
            catalogue.apply(
                try #require(catalogue.addingChecklist(ChecklistDraft(name: name), once: nil, at: now).change)
            )
        }
        return catalogue
    }

    @Test func `show all items as they were placed, at the start`() throws {
        let preferences = try catalogue().preferences
        #expect(preferences.selectedChecklistID == nil)
        #expect(preferences.showChecked)
        #expect(preferences.itemSort.text == "position")
        #expect(preferences.revision == .zero)
    }

    @Test func `change only in what is named`() throws {
        var catalogue = try catalogue()
        var patch = PreferencesPatch()
        patch.selectedChecklistID = Self.list
        catalogue.apply(try #require(catalogue.updatingPreferences(patch, ifMatch: nil).change))
        patch = PreferencesPatch()
        patch.itemSort = [SortKey(.checked), SortKey(.important, descending: true), SortKey(.dueDate)]
        catalogue.apply(try #require(catalogue.updatingPreferences(patch, ifMatch: nil).change))
        #expect(catalogue.preferences.selectedChecklistID == Self.list)
        #expect(catalogue.preferences.showChecked)
        #expect(catalogue.preferences.itemSort.text == "checked,-important,dueDate")
        #expect(catalogue.preferences.revision == catalogue.revision)
        let again = try catalogue.updatingPreferences(patch, ifMatch: nil)
        #expect(again.change == nil)
    }

    @Test func `are changed by nobody who has seen others`() throws {
        let catalogue = try catalogue()
        #expect(throws: ChecklistsError.revisionMismatch) {
            try catalogue.updatingPreferences(PreferencesPatch(), ifMatch: [catalogue.revision])
        }
    }

    @Test func `open no list that is not there`() throws {
        let catalogue = try catalogue()
        var patch = PreferencesPatch()
        patch.selectedChecklistID = Checklist.ID(rawValue: 9)
        #expect(
            throws: ChecklistsError.conflict([
                Violation("/selectedChecklistId", "must be the id of a checklist, or null")
            ])
        ) { try catalogue.updatingPreferences(patch, ifMatch: nil) }
    }

    @Test func `open no list any more when theirs goes, and only then`() throws {
        var catalogue = try catalogue()
        var patch = PreferencesPatch()
        patch.selectedChecklistID = Self.list
        patch.showChecked = false
        catalogue.apply(try #require(catalogue.updatingPreferences(patch, ifMatch: nil).change))
        let before = catalogue.preferences
        let other = try #require(
            catalogue.deletingChecklist(Checklist.ID(rawValue: 2), ifMatch: nil).change)
        catalogue.apply(other)
        #expect(catalogue.preferences == before)
        let own = try #require(catalogue.deletingChecklist(Self.list, ifMatch: nil).change)
        catalogue.apply(own)
        #expect(catalogue.preferences.selectedChecklistID == nil)
        #expect(!catalogue.preferences.showChecked)
        #expect(catalogue.preferences.revision == own.revision)
        catalogue.revert(own)
        #expect(catalogue.preferences == before)
    }

    @Test(arguments: ["", ",", "name", "text,text", "text,-text", "+text", "text,", " text", "Text"])
    func `take no order of items that a query would not`(text: String) {
        #expect([SortKey<ItemQuery.Property>](sort: text) == nil)
    }
}
