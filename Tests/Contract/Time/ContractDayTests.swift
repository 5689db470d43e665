import Checklists
import Dates
import StoreFixtures
import Testing

/// A Wednesday. The tests' clock starts at noon UTC.
private let today = CivilDate(daysSince1970: 20_782)

extension Contract {
    fileprivate init(atNoon kind: StoreKind) async throws {
        let noon = today.daysSince1970 * 86_400_000 + 43_200_000
        try await self.init(kind, clock: ManualClock(Timestamp(milliseconds: Int64(noon))))
    }

    /// Adds an item that is due some days after today.
    @discardableResult fileprivate func day(
        _ days: Int, in zone: String, on list: Checklist.ID
    ) async throws -> Item.ID {
        try await item("\(days) \(zone)", on: list) { draft in
            (draft.dueOn, draft.timeZone) = (today.advanced(by: days), zone)
        }.id
    }

    /// The overdue items of person 1 and of a guest, whose count uses no person index.
    fileprivate func overdue(for guest: Principal) async throws -> [Int] {
        let store = try await store
        return try await [
            store.asFirst.counts().overdue, Session(store, for: guest).counts().overdue,
        ]
    }

    fileprivate func guest(on list: Checklist.ID) async throws -> Principal {
        let link = try await store.asFirst.addLink(
            to: list, .view, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        return .guest(link.id, on: list)
    }
}

@Suite(.closingStores) struct `An all-day item in a store` {
    @Test(arguments: StoreKind.allCases) func `is overdue when its day ends in its zone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(atNoon: kind)
        let list = try await contract.list()
        let guest = try await contract.guest(on: list)
        let here = try await contract.day(0, in: "UTC", on: list)
        try await contract.day(0, in: "Pacific/Kiritimati", on: list)
        try await contract.day(0, in: "Pacific/Honolulu", on: list)
        #expect(try await contract.overdue(for: guest) == [1, 1])
        contract.advance(milliseconds: 43_199_999)
        #expect(try await contract.overdue(for: guest) == [1, 1])
        contract.advance(milliseconds: 1)
        #expect(try await contract.overdue(for: guest) == [2, 2])
        contract.advance(milliseconds: 10 * 3_600_000)
        #expect(try await contract.overdue(for: guest) == [3, 3])
        _ = try await contract.store.asFirst.toggleItem(here, ifMatch: nil, idempotencyKey: nil)
        #expect(try await contract.overdue(for: guest) == [2, 2])
    }

    @Test(arguments: StoreKind.allCases) func `counts as overdue by its latest day and zone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(atNoon: kind)
        let list = try await contract.list()
        let guest = try await contract.guest(on: list)
        let item = try await contract.day(-1, in: "UTC", on: list)
        let timed = try await contract.item(on: list) { $0.dueDate = contract.later(-1) }
        #expect(try await contract.overdue(for: guest) == [2, 2])
        _ = try await contract.change(item) { $0.dueOn = today }
        #expect(try await contract.overdue(for: guest) == [1, 1])
        // At noon UTC it is already the 26th there, so the 25th is over.
        _ = try await contract.change(item) { $0.timeZone = "Pacific/Kiritimati" }
        #expect(try await contract.overdue(for: guest) == [2, 2])
        // Midnight in Berlin is the same moment as in Paris; only the zone's name differs.
        _ = try await contract.change(item) { $0.timeZone = "Europe/Paris" }
        _ = try await contract.change(item) { $0.timeZone = "Europe/Berlin" }
        #expect(try await contract.overdue(for: guest) == [1, 1])
        _ = try await contract.change(timed.id) { ($0.dueOn, $0.timeZone) = (today, "UTC") }
        #expect(try await contract.overdue(for: guest) == [0, 0])
        try await contract.store.asFirst.deleteItem(timed.id, ifMatch: nil)
        _ = try await contract.change(item) { $0.dueDate = contract.later(-1) }
        #expect(try await contract.overdue(for: guest) == [1, 1])
    }
}

@Suite(.closingStores) struct `The bounds of due dates, in a store` {
    @Test(arguments: StoreKind.allCases) func `are inclusive after and exclusive before`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(atNoon: kind)
        let list = try await contract.list()
        try await contract.day(0, in: "UTC", on: list)
        try await contract.day(1, in: "UTC", on: list)
        let start = Timestamp(milliseconds: Int64(today.daysSince1970) * 86_400_000)
        try await contract.item("timed", on: list) { $0.dueDate = start }
        for (sort, descending) in [(ItemQuery.Property.dueDate, false), (.dueDate, true), (.text, false)] {
            var query = ItemQuery(checklistID: list)
            query.sort = [SortKey(sort, descending: descending)]
            query.filter.dueAfter = start
            query.filter.dueBefore = start.advanced(byMilliseconds: 86_400_000)
            let page = try await contract.store.asFirst.items(query)
            #expect(Set(page.elements.map(\.text)) == ["0 UTC", "timed"] && page.total == 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func `in days find an all-day item by its day in any zone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(atNoon: kind)
        let list = try await contract.list()
        let zones = ["UTC", "Europe/Paris", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
        // Six days exceed the difference between any two zones.
        for days in -6...6 {
            for zone in zones { try await contract.day(days, in: zone, on: list) }
            let noon = Int64(today.daysSince1970 + days) * 86_400_000 + 43_200_000
            try await contract.item("\(days) timed", on: list) { $0.dueDate = Timestamp(milliseconds: noon) }
        }
        try await contract.item("never", on: list)
        let ranges: [(Int?, Int?)] = [(-6, 6), (0, 0), (-4, 5), (1, nil), (nil, 1), (nil, nil), (2, 1)]
        for zone in zones {
            // At noon UTC it is already the next day there.
            let isAhead = zone == "Pacific/Kiritimati"
            for (first, last) in ranges {
                var expected: Set<String> = []
                for days in -6...6 {
                    let isOn = { (day: Int) in (first ?? -99) <= day && day <= (last ?? 99) }
                    if isOn(days) { expected.formUnion(zones.map { "\(days) \($0)" }) }
                    if isOn(isAhead ? days + 1 : days) { expected.insert("\(days) timed") }
                }
                let range = DueDays(
                    from: first.map(today.advanced(by:)), through: last.map(today.advanced(by:)),
                    in: try #require(LocalTime(zone: zone)))
                try await contract.expect(expected, dueOn: range, on: list)
            }
        }
    }
}

extension Contract {
    /// Expects these items, by text, on pages of every order and with a `checked` filter.
    fileprivate func expect(
        _ texts: Set<String>, dueOn days: DueDays, on list: Checklist.ID
    ) async throws {
        let sorts: [SortKey<ItemQuery.Property>] = [
            SortKey(.dueDate), SortKey(.dueDate, descending: true), SortKey(.text),
        ]
        for (sort, checked) in zip(sorts, [nil, nil, false]) {
            var query = ItemQuery(checklistID: list)
            (query.filter.dueDays, query.filter.flags[.checked]) = (days, checked)
            query.sort = [sort]
            query.page.limit = 40
            var found: [String] = []
            repeat {
                let page = try await store.asFirst.items(query)
                #expect(page.total == texts.count, "\(days)")
                found += page.elements.map(\.text)
                query.page.cursor = page.next
            } while query.page.cursor != nil && found.count < 100
            #expect(found.count == texts.count && Set(found) == texts, "\(days)")
        }
    }
}
