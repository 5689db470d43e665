import Checklists
import StoreFixtures
import Testing

/// An expectation of one property of a subject.
private func expecting<Value: Sendable, Property: Equatable & Sendable>(
    _ property: @escaping @Sendable (Value) -> Property, _ expected: Property
) -> KnownState {
    KnownState(revisions: nil) { (value: Value) throws(ChecklistsError) in
        guard property(value) == expected else { throw .expectationFailed([Violation("/x", .differs)]) }
    }
}

private let failed = ChecklistsError.expectationFailed([Violation("/x", .differs)])

@Suite(.closingStores) struct `An expectation of a change in a store` {
    @Test(arguments: StoreKind.allCases) func `is compared with what the change is about`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list("Food")
        let item = try await contract.item("Milk", on: list).id
        let hook = try await contract.webhook { $0.description = "Hook" }
        var session: Session { get async throws { try await contract.store.asFirst } }
        let section = try #require(
            try await session.addSection(named: "Cold", to: list, idempotencyKey: nil).value.sections.all
                .first
        ).id
        let query = [SavedView.Parameter(name: "q", value: "a")]
        let view = try await session.addView(
            SavedViewDraft(name: "View", icon: .folder, query: query), idempotencyKey: nil
        ).value.view.id
        var (patch, views, webhooks) = (ItemPatch(), SavedViewPatch(), WebhookPatch())
        (patch.notes, views.name, webhooks.description) = ("New", "New", "New")
        var (preferences, members) = (PreferencesPatch(), ListPreferencesPatch())
        (preferences.showChecked, members.isPinned) = (false, true)
        let (itemPatch, viewPatch, webhookPatch) = (patch, views, webhooks)
        let (preferencesPatch, membershipPatch) = (preferences, members)
        let changes: [(Bool) async throws -> Void] = [
            { holds in
                let known = expecting(\Item.text, holds ? "Milk" : "Bread")
                _ = try await session.updateItem(item, itemPatch, ifMatch: known)
            },
            { holds in
                let known = expecting(\Item.checked, !holds)
                _ = try await session.toggleItem(item, ifMatch: known, idempotencyKey: .sample("\(holds)"))
            },
            { holds in
                let known = expecting(\Checklist.name, holds ? "Food" : "Drinks")
                _ = try await session.updateChecklist(list, ChecklistPatch(name: "New"), ifMatch: known)
            },
            { holds in
                let known = expecting(
                    { (list: Checklist) in list.member(.first)?.preferences.isPinned }, !holds)
                _ = try await session.updateMembership(membershipPatch, on: list, ifMatch: known)
            },
            { holds in
                let known = expecting(\Section.name, holds ? "Cold" : "Warm")
                _ = try await session.updateSection(section, on: list, name: "New", ifMatch: known)
            },
            { holds in
                let known = expecting(\SavedView.name, holds ? "View" : "Other")
                _ = try await session.updateView(view, viewPatch, ifMatch: known)
            },
            { holds in
                let known = expecting(\Preferences.showChecked, holds)
                _ = try await session.updatePreferences(preferencesPatch, ifMatch: known)
            },
            { holds in
                let known = expecting(\Webhook.description, holds ? "Hook" : "Other")
                _ = try await session.updateWebhook(hook, webhookPatch, ifMatch: known)
            },
            { holds in
                let known = expecting(\Person.name, holds ? Person.firstName : "Other")
                _ = try await contract.store.renamePerson(.first, to: "New", ifMatch: known)
            },
        ]
        for change in changes {
            try await contract.expect(failed) { try await change(false) }
        }
        let before = try await contract.listing
        for change in changes { try await change(true) }
        try await #expect(contract.listing != before)
        try await #expect(session.item(item).checked)
        try await #expect(session.checklist(list).sections.all.map(\.name) == ["New"])
    }

    /// Each operation of a batch starts from what the operations before it have made.
    @Test(arguments: StoreKind.allCases) func `follows the operations before it in a batch`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list).id
        let (unchecked, checked) = (expecting(\Item.checked, false), expecting(\Item.checked, true))
        let made = temporary(2, Section.ID.self)
        let steps: [BatchStep] = [
            toggle(item, ifMatch: unchecked), toggle(item, ifMatch: checked),
            { try await $0.addSection(named: "A", to: list, idempotencyKey: nil).value },
            { session in
                try await session.updateSection(
                    made, on: list, name: "B", ifMatch: expecting(\Section.name, "A"))
            },
        ]
        try await contract.store.asFirst.batch(steps)
        try await #expect(contract.store.asFirst.item(item).checked == false)
        try await contract.expect(.operationFailed(1, failed)) {
            try await contract.store.asFirst.batch([
                toggle(item, ifMatch: unchecked), toggle(item, ifMatch: unchecked),
            ])
        }
    }

    /// The first request was made, and its answer was lost.
    @Test(arguments: StoreKind.allCases) func `is not compared again for the same key`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.item(on: contract.list()).id
        func toggle() async throws -> Idempotent<Item> {
            try await contract.store.asFirst.toggleItem(
                item, ifMatch: expecting(\Item.checked, false), idempotencyKey: .sample())
        }
        #expect(try await toggle().isReplay == false)
        #expect(try await toggle().isReplay)
        contract.advance(milliseconds: 26 * 3_600_000)
        try await contract.expect(failed) { _ = try await toggle() }
    }
}
