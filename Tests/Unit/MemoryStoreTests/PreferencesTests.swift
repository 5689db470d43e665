import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `The preferences` {
    private static let list = Checklist.ID(rawValue: 1)

    /// A memory with two lists.
    private func memory() throws -> MemoryStore {
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        var memory = MemoryStore()
        for name in ["One", "Two"] {
            memory.apply(
                try #require(
                    memory.addingChecklist(ChecklistDraft(name: name), idempotencyKey: nil, at: now).change)
            )
        }
        return memory
    }

    @Test func `open no list once their list is deleted, and only then`() throws {
        var memory = try memory()
        var patch = PreferencesPatch()
        patch.selectedChecklistID = Self.list
        patch.showChecked = false
        memory.apply(try #require(memory.updatingPreferences(patch, ifMatch: nil).change))
        let before = memory.preferences
        let other = try #require(
            memory.deletingChecklist(Checklist.ID(rawValue: 2), ifMatch: nil).change)
        memory.apply(other)
        #expect(memory.preferences == before)
        let own = try #require(memory.deletingChecklist(Self.list, ifMatch: nil).change)
        memory.apply(own)
        #expect(memory.preferences.selectedChecklistID == nil)
        #expect(!memory.preferences.showChecked)
        #expect(memory.preferences.revision == own.revision)
        memory.revert([own], to: other.revision)
        #expect(memory.preferences == before)
    }

    @Test(arguments: ["", ",", "name", "text,text", "text,-text", "+text", "text,", " text", "Text"])
    func `refuse an item order that a query would refuse`(text: String) {
        #expect([SortKey<ItemQuery.Property>](sort: text) == nil)
    }
}
