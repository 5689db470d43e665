import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Hostile values` {
    /// One seed of files: the values are the same, and each is read after a restart.
    private static let kinds = StoreKind.allCases.filter { $0 != .inFiles(seed: 2) }

    /// Each part has stores of its own. In one folder, the restarts would read the values of all parts again.
    @Test(arguments: kinds.filter { $0 != .inMemory }, 0..<HostileRequests.partsCount)
    func `get the same answer from every store`(kind: StoreKind, part: Int) async throws {
        let clock = ManualClock()
        let one = try await Contract(.inMemory, clock: clock)
        let other = try await Contract(kind, clock: clock)
        for contract in [one, other] { try await HostileRequests.prepare(contract) }
        for request in HostileRequests.part(part) {
            let expected = try await request.answer(of: one.store)
            do {
                let answer = try await request.answer(of: other.store)
                #expect(answer == expected, "\(request.name)")
            } catch {
                Issue.record("\(request.name): \(error)")
            }
        }
        try await #expect(other.listing == one.listing)
    }

    /// A forged cursor leads to a page that differs by store. Clients cannot forge the cursors of the API.
    @Test(arguments: kinds) func `in a cursor lead to a page or to a refusal`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        try await HostileRequests.prepare(contract)
        let store = try await contract.store
        for walk in HostileWalk.all {
            let cursor = try #require(try await walk.page(store, nil).next, "\(walk.name)")
            for forged in Self.forgeries(of: cursor.bytes) {
                let request = StoreRequest("\(walk.name) after \(forged)") { store in
                    try await walk.page(store, Cursor(bytes: forged))
                }
                do {
                    _ = try await request.answer(of: store)
                } catch {
                    Issue.record("\(request.name): \(error)")
                }
            }
        }
    }

    /// Forgeries of a cursor: each byte replaced, the end cut off, bytes added.
    private static func forgeries(of bytes: [UInt8]) -> [[UInt8]] {
        var forgeries: [[UInt8]] = [[], bytes + [0], Array(repeating: 0xFF, count: bytes.count)]
        for index in bytes.indices {
            forgeries.append(Array(bytes.prefix(index)))
            for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] where bytes[index] != byte {
                var forged = bytes
                forged[index] = byte
                forgeries.append(forged)
            }
            // Eight such bytes encode a moment or a number out of bounds.
            if index + 8 <= bytes.count {
                for fill: UInt8 in [0x7F, 0x80, 0xFF] {
                    var forged = bytes
                    for offset in 0..<8 { forged[index + offset] = offset == 0 ? fill : 0xFF }
                    forgeries.append(forged)
                }
            }
        }
        return forgeries
    }

    @Test(arguments: StoreKind.allCases) func `with U+0000 are refused or found nowhere`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var query = ItemQuery()
        query.filter.uid = "a\0"
        try await #expect(contract.store.asFirst.items(query).elements == [])
        query.filter.uid = nil
        query.filter.resourceName = "a\0.ics"
        try await #expect(contract.store.asFirst.items(query).elements == [])
        let violation = Violation("/uid", .control("\0"))
        try await contract.expect(.invalid([violation])) {
            try await contract.item(on: list) { $0.uid = "a\0" }
        }
        let inTemplate = Violation("/template/body", .nullCharacter)
        try await contract.expect(.invalid([inTemplate])) {
            _ = try await contract.webhook { $0.format = .template(Webhook.Template(body: "a\0")) }
        }
    }

    @Test(arguments: StoreKind.allCases) func `beyond the years 1 to 9999 are refused`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list)
        for moment in [Timestamp.earliest + -1, Timestamp.latest + 1] {
            try await contract.expect(.invalid([Violation("/dueDate", .yearOutOfRange)])) {
                try await contract.item(on: list) { $0.dueDate = moment }
            }
            try await contract.expect(.invalid([Violation("/dueDate", .yearOutOfRange)])) {
                try await contract.change(item.id) { $0.dueDate = moment }
            }
            try await contract.expect(.invalid([Violation("/alarms/0/at", .yearOutOfRange)])) {
                try await contract.item(on: list) { $0.alarms = [.at(moment)] }
            }
        }
        for moment in [Timestamp.earliest, Timestamp.latest] {
            _ = try await contract.item(on: list) { $0.dueDate = moment }
        }
    }
}
