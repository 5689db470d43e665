import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The saved views in a store` {
    private func add(
        _ name: String, _ query: [SavedView.Parameter] = [], in contract: Contract
    ) async throws -> RevisedView {
        let draft = SavedViewDraft(name: name, icon: .chores, query: query)
        return try await contract.store.asFirst.addView(draft, idempotencyKey: nil).value
    }

    private func names(in contract: Contract) async throws -> [String] {
        try await contract.store.asFirst.preferences().views.map(\.name)
    }

    private let query = [
        SavedView.Parameter(name: "q", value: "Milk"), SavedView.Parameter(name: "sort", value: "-dueDate"),
    ]

    @Test(arguments: StoreKind.allCases) func `are found as they were added`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let first = try await add(" Milk ", query, in: contract)
        let second = try await add("Milk", in: contract)
        #expect(first.view.name == "Milk" && first.view.icon == .chores && first.view.query == query)
        #expect(first.view.id != second.view.id && first.revision < second.revision)
        let preferences = try await contract.store.asFirst.preferences()
        #expect(preferences.views == [first.view, second.view])
        #expect(preferences.revision == second.revision)
        try await #expect(
            contract.store.asFirst.view(first.view.id) == RevisedView(first.view, in: second.revision))
        // Other preferences keep them.
        var patch = PreferencesPatch()
        patch.showChecked = false
        try await #expect(
            contract.store.asFirst.updatePreferences(patch, ifMatch: nil).views == preferences.views)
    }

    @Test(arguments: StoreKind.allCases) func `belong to one person`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let mine = try await add("Mine", in: contract).view.id
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let hers = Session(try await contract.store, for: .person(ada, device: nil))
        let view = try await hers.addView(SavedViewDraft(name: "Hers"), idempotencyKey: nil).value.view
        #expect(view.icon == .folder)
        try await #expect(hers.preferences().views == [view])
        await #expect(throws: ChecklistsError.notFound(.view)) { _ = try await hers.view(mine) }
        await #expect(throws: ChecklistsError.notFound(.view)) {
            try await hers.deleteView(mine, ifMatch: nil)
        }
        try await #expect(names(in: contract) == ["Mine"])
        let link = try await contract.store.asFirst.addLink(
            to: list, .edit, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        let guest = Session(try await contract.store, for: .guest(link.id, on: list))
        await #expect(throws: ChecklistsError.personNeeded) {
            _ = try await guest.addView(SavedViewDraft(name: "x"), idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `are added once for each idempotency key`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let key = IdempotencyKey(key: "k", fingerprint: [1])
        let draft = SavedViewDraft(name: "Milk", query: query)
        let first = try await contract.store.asFirst.addView(draft, idempotencyKey: key)
        _ = try await add("Other", in: contract)
        let second = try await contract.store.asFirst.addView(draft, idempotencyKey: key)
        #expect(!first.isReplay && second.isReplay && first.value == second.value)
        try await #expect(names(in: contract) == ["Milk", "Other"])
    }

    @Test(arguments: StoreKind.allCases) func `change what a patch names, at a matching revision`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let made = try await add("Milk", query, in: contract)
        var patch = SavedViewPatch()
        patch.name = " Bread "
        let renamed = try await contract.store.asFirst.updateView(
            made.view.id, patch, ifMatch: [made.revision])
        #expect(renamed.view.name == "Bread" && renamed.view.query == query)
        #expect(renamed.revision > made.revision)
        patch.query = []
        try await contract.expect(.revisionMismatch) { [patch] in
            _ = try await contract.store.asFirst.updateView(made.view.id, patch, ifMatch: [made.revision])
        }
        let emptied = try await contract.store.asFirst.updateView(made.view.id, patch, ifMatch: nil)
        #expect(emptied.view.query.isEmpty)
        try await contract.expectNoChange { [patch] in
            let same = try await contract.store.asFirst.updateView(made.view.id, patch, ifMatch: nil)
            #expect(same == emptied)
        }
    }

    @Test(arguments: StoreKind.allCases) func `move and are deleted`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        var ids: [SavedView.ID] = []
        for name in ["A", "B", "C"] { ids.append(try await add(name, in: contract).view.id) }
        for (number, placement, expected) in [
            (2, .first, ["C", "A", "B"]), (2, .after(ids[0]), ["A", "C", "B"]),
            (1, .before(ids[0]), ["B", "A", "C"]), (1, .last, ["A", "C", "B"]),
        ] as [(Int, Placement<SavedView.ID>, [String])] {
            let moved = try await contract.store.asFirst.moveView(
                ids[number], to: placement, ifMatch: nil, idempotencyKey: nil)
            #expect(moved.value.view.id == ids[number])
            try await #expect(names(in: contract) == expected)
        }
        try await contract.expectNoChange {
            _ = try await contract.store.asFirst.moveView(
                ids[1], to: .last, ifMatch: nil, idempotencyKey: nil)
        }
        try await contract.expect(.invalid([Violation("/after", .notASiblingView)])) {
            _ = try await contract.store.asFirst.moveView(
                ids[1], to: .after(ids[1]), ifMatch: nil, idempotencyKey: nil)
        }
        let revision = try await contract.store.asFirst.preferences().revision
        try await contract.store.asFirst.deleteView(ids[2], ifMatch: [revision])
        try await #expect(names(in: contract) == ["A", "B"])
        try await contract.expect(.notFound(.view)) {
            try await contract.store.asFirst.deleteView(ids[2], ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `have limits`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let parameter = SavedView.Parameter(name: "q", value: String(repeating: "a", count: 2_000))
        var long = parameter
        long.value += "a"
        for (name, query, violation) in [
            (" ", [], Violation("/name", .empty)),
            (String(repeating: "a", count: 101), [], Violation("/name", .tooLong(max: 100, .characters))),
            ("A", [long], Violation("/query/q", .tooLong(max: 2_000, .bytes))),
            ("A", [SavedView.Parameter(name: "tag", value: "a,b")], Violation("/query/tag", .comma)),
            (
                "A", Array(repeating: parameter, count: 51),
                Violation("/query", .tooMany(max: 50, "parameters"))
            ),
        ] as [(String, [SavedView.Parameter], Violation)] {
            try await contract.expect(.invalid([violation])) {
                _ = try await add(name, query, in: contract)
            }
        }
        for number in 1...50 {
            let most = number == 1 ? 50 : 0
            let short = SavedView.Parameter(name: "q", value: "a")
            _ = try await add("\(number)", Array(repeating: short, count: most), in: contract)
        }
        try await contract.expect(.conflict([Violation("", .limitReached(50, "saved views"))])) {
            _ = try await add("51", in: contract)
        }
    }

    @Test(arguments: StoreKind.allCases) func `have at most 64 KiB together`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let parameter = SavedView.Parameter(name: "q", value: String(repeating: "a", count: 1_999))
        // A name of one byte, and 32 parameters of 2,000 bytes.
        let large = try await add("A", Array(repeating: parameter, count: 32), in: contract)
        let rest = SavedView.Parameter(name: "q", value: String(repeating: "a", count: 1_533))
        let small = try await add("B", [rest], in: contract)
        let full = ChecklistsError.conflict([Violation("", .limitReached(65_536, "bytes of saved views"))])
        try await contract.expect(full) { _ = try await add("C", in: contract) }
        var patch = SavedViewPatch()
        patch.name = "BC"
        try await contract.expect(full) { [patch] in
            _ = try await contract.store.asFirst.updateView(small.view.id, patch, ifMatch: nil)
        }
        _ = try await contract.store.asFirst.moveView(
            small.view.id, to: .first, ifMatch: nil, idempotencyKey: nil)
        patch.query = []
        let shorter = try await contract.store.asFirst.updateView(large.view.id, patch, ifMatch: nil)
        #expect(shorter.view.query.isEmpty)
        try await #expect(names(in: contract) == ["B", "BC"])
    }
}
