import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An offer of ownership in a store` {
    /// A store with a list of person 1 that Ada may edit.
    private struct Stage {
        let contract: Contract
        let list: Checklist.ID
        let ada: Person.ID

        init(_ kind: StoreKind, _ limit: (inout Capacity) -> Void = { _ in }) async throws {
            contract = try await Contract(kind, limit)
            list = try await contract.list()
            ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            try await mine.share(list, with: ada, .edit)
        }

        var mine: Session { get async throws { try await contract.store.asFirst } }
        var hers: Session {
            get async throws { Session(try await contract.store, for: .person(ada, device: nil)) }
        }

        /// Offers Ada the ownership.
        @discardableResult func offer() async throws -> Checklist {
            try await mine.putMember(ada, .own, on: list, ifMatch: nil)
        }

        /// Answers as Ada, by setting her own role.
        @discardableResult func answer(_ role: Role) async throws -> Checklist {
            try await hers.putMember(ada, role, on: list, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `makes a person an owner only once they accept it`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let offered = try await stage.offer()
        #expect(offered.member(stage.ada)?.role == .edit)
        #expect(offered.offer(to: stage.ada, at: stage.contract.now) != nil)
        #expect(offered.offer(to: .first, at: stage.contract.now) == nil)
        // Person 1, still the only owner, cannot leave the list.
        await #expect(throws: ChecklistsError.self) {
            try await stage.mine.removeMember(.first, from: stage.list, ifMatch: nil)
        }
        try await stage.contract.expectNoChange { try await stage.offer() }
        try await stage.contract.expect(.roleNeeded(.own)) { try await stage.answer(.view) }
        let accepted = try await stage.answer(.own)
        #expect(accepted.members.map(\.role) == [.own, .own] && accepted.links.isEmpty)
        try await stage.mine.removeMember(.first, from: stage.list, ifMatch: nil)
        try await #expect(stage.hers.checklist(stage.list).payer == stage.ada)
    }

    @Test(arguments: StoreKind.allCases) func `makes a new person an editor until they accept it`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let bea = try await stage.contract.store.addPerson(named: "Bea", idempotencyKey: nil).value.id
        let offered = try await stage.mine.putMember(bea, .own, on: stage.list, ifMatch: nil)
        #expect(offered.member(bea)?.role == .edit)
        #expect(offered.offer(to: bea, at: stage.contract.now) != nil)
    }

    @Test(arguments: StoreKind.allCases) func `can be declined, withdrawn and expire`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.contract.expect(.roleNeeded(.own)) { try await stage.answer(.own) }
        for end in ["declined", "withdrawn", "left", "late"] {
            try await stage.offer()
            switch end {
            case "declined": try await stage.answer(.edit)
            case "withdrawn":
                _ = try await stage.mine.putMember(stage.ada, .edit, on: stage.list, ifMatch: nil)
            case "left":
                try await stage.hers.removeMember(stage.ada, from: stage.list, ifMatch: nil)
                try await stage.mine.share(stage.list, with: stage.ada, .edit)
            default: stage.contract.advance(milliseconds: Limits.offerMilliseconds)
            }
            try await stage.contract.expect(.roleNeeded(.own)) { try await stage.answer(.own) }
        }
        // A new offer replaces an expired one.
        let renewed = try await stage.offer()
        #expect(renewed.links.count == 1)
        try await #expect(stage.answer(.own).member(stage.ada)?.role == .own)
    }

    @Test(arguments: StoreKind.allCases) func `is no share link, and ends with the list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let offer = try #require(try await stage.offer().offer(to: stage.ada, at: stage.contract.now))
        try await #expect(stage.mine.links(to: stage.list).isEmpty)
        try await stage.contract.expect(.notFound(.link)) {
            try await stage.mine.removeLink(offer.id, to: stage.list)
        }
        try await stage.contract.expect(.notFound(.checklist)) {
            _ = try await Session(stage.contract.store, for: .guest(offer.id, on: stage.list))
                .checklist(stage.list)
        }
        // Ada also has an offer for another list.
        let other = try await stage.contract.list("Other")
        _ = try await stage.mine.putMember(stage.ada, .own, on: other, ifMatch: nil)
        try await stage.mine.deleteChecklist(stage.list, ifMatch: nil)
        let trash = try #require(try await stage.mine.trash(PageRequest()).elements.first)
        _ = try await stage.mine.restore(trash.id, idempotencyKey: nil)
        try await stage.contract.expect(.roleNeeded(.own)) { try await stage.answer(.own) }
        try await #expect(
            stage.hers.putMember(stage.ada, .own, on: other, ifMatch: nil).member(stage.ada)?.role == .own)
    }

    @Test(arguments: StoreKind.allCases) func `counts for a quota only once it is accepted`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.itemsPerPersonMax = 2 }
        try await stage.contract.items("A", "B", on: stage.list)
        try await stage.offer()
        await #expect(throws: ChecklistsError.self) {
            try await stage.mine.removeMember(.first, from: stage.list, ifMatch: nil)
        }
        let own = try await stage.hers.addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil).value
            .id
        _ = try await stage.hers.addItem(ItemDraft(text: "C"), to: own, idempotencyKey: nil)
        _ = try await stage.hers.addItem(ItemDraft(text: "D"), to: own, idempotencyKey: nil)
    }
}
