import Testing

@testable import Checklists

@Suite struct `The results left behind by idempotency keys` {
    @Test func `are forgotten after 24 hours`() throws {
        var records = OnceRecords()
        records.insert(record(1, at: 0))
        records.insert(record(2, at: 10))
        let day = Limits.onceRecordMillisecondsMax
        try #expect(records.record(of: key(1), at: Timestamp(milliseconds: day - 1)) != nil)
        try #expect(records.record(of: key(1), at: Timestamp(milliseconds: day)) == nil)
        records.forget(at: Timestamp(milliseconds: day))
        #expect(records.all == [record(2, at: 10)])
    }

    @Test func `are no more than the limit, and then the newest`() throws {
        var records = OnceRecords()
        let count = Limits.onceRecordsMax + 50_000
        for number in 1...count { records.insert(record(number, at: 0)) }
        let all = records.all
        #expect(all.count == Limits.onceRecordsMax)
        #expect(all.first == record(count - Limits.onceRecordsMax + 1, at: 0))
        #expect(all.last == record(count, at: 0))
    }

    @Test func `have the newest result of a key that was used again later`() throws {
        var records = OnceRecords()
        let day = Limits.onceRecordMillisecondsMax
        let again = OnceRecord(
            key: key(1), at: Timestamp(milliseconds: day + 1), revision: Revision(rawValue: 3),
            result: .item(item(9)))
        records.insert(record(1, at: 0))
        records.insert(record(2, at: day / 2))
        records.insert(again)
        #expect(records.all == [record(2, at: day / 2), again])
        try #expect(records.record(of: key(1), at: again.at) == again)
    }

    private func key(_ number: Int) -> IdempotencyKey { IdempotencyKey(key: "\(number)", fingerprint: [1]) }

    private func record(_ number: Int, at milliseconds: Int64) -> OnceRecord {
        OnceRecord(
            key: key(number), at: Timestamp(milliseconds: milliseconds),
            revision: Revision(rawValue: UInt64(number)),
            result: .item(item(number)))
    }

    private func item(_ number: Int) -> Item {
        let moment = Timestamp(milliseconds: 0)
        return Item(
            id: Item.ID(rawValue: number), checklistID: Checklist.ID(rawValue: 1), text: "a", position: 1,
            createdAt: moment, updatedAt: moment, revision: .zero)
    }
}
