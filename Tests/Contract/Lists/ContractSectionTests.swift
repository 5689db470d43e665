import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The sections of a list in a store` {
    /// A store with a list of the sections A, B and C.
    private struct Stage {
        let contract: Contract
        let list: Checklist.ID
        let ids: [Section.ID]

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            list = try await contract.list()
            var ids: [Section.ID] = []
            for name in ["A", " B\n", "C"] {
                let added = try await contract.store.asFirst.addSection(
                    named: name, to: list, idempotencyKey: nil)
                ids.append(try #require(added.value.sections.all.last).id)
            }
            self.ids = ids
        }

        var checklist: Checklist {
            get async throws { try await contract.store.asFirst.checklist(list) }
        }

        var names: [String] { get async throws { try await checklist.sections.all.map(\.name) } }

        func item(_ text: String, in section: Section.ID??, below parent: Item.ID? = nil) async throws -> Item
        {
            try await contract.item(text, on: list) { draft in
                draft.patch.details.sectionID = section
                if let parent { draft.patch.details.parentID = parent }
            }
        }

        @discardableResult func move(
            _ number: Int, to placement: Placement<Section.ID>
        ) async throws -> Checklist {
            try await contract.store.asFirst.moveSection(
                ids[number], on: list, to: placement, ifMatch: nil, idempotencyKey: nil
            ).value
        }
    }

    @Test(arguments: StoreKind.allCases) func `follow each other as they were added`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await #expect(stage.names == ["A", "B", "C"])
        #expect(Set(stage.ids).count == 3)
        let before = try await stage.checklist
        #expect(before.updatedAt == stage.contract.now && before.updatedIn == before.revision)
        let invalid = ChecklistsError.invalid([Violation("/name", .empty)])
        try await stage.contract.expect(invalid) {
            _ = try await stage.contract.store.asFirst.addSection(
                named: " ", to: stage.list, idempotencyKey: nil)
        }
        let long = ChecklistsError.invalid([Violation("/name", .tooLong(max: 100, .characters))])
        try await stage.contract.expect(long) {
            _ = try await stage.contract.store.asFirst.updateSection(
                stage.ids[0], on: stage.list, name: String(repeating: "a", count: 101), ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `are not shared by two texts with one 32-bit hash`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        _ = try await stage.item("item 4904", in: stage.ids[1])
        #expect(try await stage.item("item 31771", in: nil).sectionID == nil)
        #expect(try await stage.item("Item 4904", in: nil).sectionID == stage.ids[1])
    }

    @Test(arguments: StoreKind.allCases) func `must exist where an item names them`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let item = try await stage.item("Milk", in: stage.ids[0])
        let other = try await stage.contract.list("Other")
        _ = try await stage.contract.store.asFirst.deleteSection(stage.ids[1], from: stage.list, ifMatch: nil)
        let missing = ChecklistsError.invalid([Violation("/sectionId", .notASection.orNull)])
        try await stage.contract.expect(missing) { _ = try await stage.item("Eggs", in: stage.ids[1]) }
        try await stage.contract.expect(missing) {
            try await stage.contract.change(item.id) { $0.details.sectionID = stage.ids[1] }
        }
        try await stage.contract.expect(missing) {
            try await stage.contract.change(item.id) {
                $0.checklistID = other
                $0.details.sectionID = stage.ids[0]
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `are at most 100`(kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        for number in 4...100 {
            _ = try await stage.contract.store.asFirst.addSection(
                named: "\(number)", to: stage.list, idempotencyKey: nil)
        }
        try await stage.contract.expect(.conflict([Violation("", .limitReached(100, "sections"))])) {
            _ = try await stage.contract.store.asFirst.addSection(
                named: "101", to: stage.list, idempotencyKey: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `are added once for each idempotency key`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let key = IdempotencyKey(key: "k", fingerprint: [1])
        let first = try await stage.contract.store.asFirst.addSection(
            named: "D", to: stage.list, idempotencyKey: key)
        let second = try await stage.contract.store.asFirst.addSection(
            named: "D", to: stage.list, idempotencyKey: key)
        #expect(!first.isReplay && second.isReplay && first.value == second.value)
        try await #expect(stage.names == ["A", "B", "C", "D"])
    }

    @Test(arguments: StoreKind.allCases) func `are renamed at a matching revision of the list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let before = try await stage.checklist
        stage.contract.advance(milliseconds: 5)
        let after = try await stage.contract.store.asFirst.updateSection(
            stage.ids[1], on: stage.list, name: " Dairy ", ifMatch: [before.revision])
        #expect(after.sections.all.map(\.name) == ["A", "Dairy", "C"])
        #expect(after.updatedAt == stage.contract.now && after.updatedIn == after.revision)
        try await #expect(stage.checklist == after)
        try await stage.contract.expect(.revisionMismatch) {
            _ = try await stage.contract.store.asFirst.updateSection(
                stage.ids[1], on: stage.list, name: "Milk", ifMatch: [before.revision])
        }
        for name in [nil, "Dairy "] {
            try await stage.contract.expectNoChange {
                let same = try await stage.contract.store.asFirst.updateSection(
                    stage.ids[1], on: stage.list, name: name, ifMatch: nil)
                #expect(same == after)
            }
        }
        try await stage.contract.expect(.notFound(.section)) {
            _ = try await stage.contract.store.asFirst.updateSection(
                Section.ID(rawValue: 999), on: stage.list, name: "x", ifMatch: nil)
        }
        try await stage.contract.expect(.notFound(.checklist)) {
            _ = try await stage.contract.store.asFirst.updateSection(
                stage.ids[0], on: Checklist.ID(rawValue: 999), name: "x", ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `move before or after each other`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let ids = stage.ids
        for (number, placement, names) in [
            (2, .first, ["C", "A", "B"]), (2, .last, ["A", "B", "C"]),
            (0, .after(ids[1]), ["B", "A", "C"]), (2, .before(ids[0]), ["B", "C", "A"]),
        ] as [(Int, Placement<Section.ID>, [String])] {
            try await stage.move(number, to: placement)
            try await #expect(stage.names == names)
        }
        let before = try await stage.checklist
        for (number, placement) in [(1, .first), (0, .last), (2, .after(ids[1]))]
            as [(Int, Placement<Section.ID>)]
        {
            try await stage.contract.expectNoChange {
                try await #expect(stage.move(number, to: placement) == before)
            }
        }
        for other in [ids[0], Section.ID(rawValue: 999)] {
            try await stage.contract.expect(.invalid([Violation("/before", .notASiblingSection)])) {
                try await stage.move(0, to: .before(other))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `leave their items behind when they are deleted`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let milk = try await stage.item("Milk", in: stage.ids[1])
        let fat = try await stage.item("3.5 %", in: nil, below: milk.id)
        let bread = try await stage.item("Bread", in: stage.ids[0])
        #expect(fat.sectionID == stage.ids[1])
        let before = try await stage.checklist
        stage.contract.advance(milliseconds: 5)
        let after = try await stage.contract.store.asFirst.deleteSection(
            stage.ids[1], from: stage.list, ifMatch: [before.revision])
        #expect(after.sections.all.map(\.name) == ["A", "C"])
        #expect(after.updatedIn == after.revision && after.itemsCount == 3)
        try await #expect(stage.checklist == after)
        for item in [milk, fat] {
            let moved = try await stage.contract.store.asFirst.item(item.id)
            #expect(moved.sectionID == nil && moved.revision == after.revision)
            #expect(moved.updatedAt == item.updatedAt && moved.parentID == item.parentID)
        }
        try await #expect(stage.contract.store.asFirst.item(bread.id) == bread)
        // An item that is added later does not go to the deleted section.
        try await #expect(stage.item("Milk", in: nil).sectionID == nil)
        try await stage.contract.expect(.invalid([Violation("/sectionId", .notASection.orNull)])) {
            _ = try await stage.item("Butter", in: stage.ids[1])
        }
        try await stage.contract.expect(.notFound(.section)) {
            _ = try await stage.contract.store.asFirst.deleteSection(
                stage.ids[1], from: stage.list, ifMatch: nil)
        }
        let added = try await stage.contract.store.asFirst.addSection(
            named: "D", to: stage.list, idempotencyKey: nil)
        #expect(added.value.sections.all.last.map { !stage.ids.contains($0.id) } == true)
    }

    @Test(arguments: StoreKind.allCases) func `are remembered for texts`(kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        let named = try await stage.checklist.updatedIn
        try await #expect(stage.item("Milk", in: stage.ids[1]).sectionID == stage.ids[1])
        try await #expect(stage.item("MILK", in: nil).sectionID == stage.ids[1])
        try await #expect(stage.checklist.updatedIn == named)
        try await #expect(stage.item("milk", in: .some(nil)).sectionID == nil)
        try await #expect(stage.item("Milk", in: nil).sectionID == nil)
        _ = try await stage.item("Milk", in: stage.ids[2])
        var patch = ChecklistPatch()
        patch.remembersSections = false
        let forgetful = try await stage.contract.store.asFirst.updateChecklist(
            stage.list, patch, ifMatch: nil)
        #expect(!forgetful.sections.remember && forgetful.updatedIn == forgetful.revision)
        try await #expect(stage.item("Milk", in: nil).sectionID == nil)
    }

    @Test(arguments: StoreKind.allCases) func `are copied with their list`(kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        _ = try await stage.item("Milk", in: stage.ids[1])
        let copy = try await stage.contract.store.asFirst.copyChecklist(
            stage.list, ChecklistCopy(), idempotencyKey: nil
        ).value
        try await #expect(stage.contract.store.asFirst.checklist(copy.id) == copy)
        #expect(copy.sections.all.map(\.name) == ["A", "B", "C"])
        #expect(Set(copy.sections.all.map(\.id)).isDisjoint(with: stage.ids))
        let items = try await stage.contract.store.asFirst.items(ItemQuery(checklistID: copy.id)).elements
        #expect(items.map(\.sectionID) == [copy.sections.all[1].id])
        let more = try await stage.contract.item("Milk", on: copy.id)
        #expect(more.sectionID == copy.sections.all[1].id)
    }

    @Test(arguments: StoreKind.allCases) func `can be changed by a guest who may edit`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        for (role, digest) in [(Role.check, 1), (.edit, 2)] as [(Role, UInt8)] {
            let link = try await stage.contract.store.asFirst.addLink(
                to: stage.list, role, secretDigest: [digest], tokenDigest: [digest + 10], until: nil,
                idempotencyKey: nil
            ).value
            let guest = Session(try await stage.contract.store, for: .guest(link.id, on: stage.list))
            let add = {
                try await guest.addSection(named: "D", to: stage.list, idempotencyKey: nil).value
            }
            if role == .edit {
                try await #expect(add().changedBy == .guest(link.id, on: stage.list))
            } else {
                await #expect(throws: ChecklistsError.roleNeeded(.edit)) { _ = try await add() }
            }
        }
    }
}
