import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `Idempotency records` {
    @Test func `are evicted after 24 hours`() throws {
        var records = IdempotencyRecords()
        records.insert(record(1, at: 0))
        records.insert(record(2, at: 10))
        let day = Limits.idempotencyRecordMillisecondsMax
        #expect(records["1"]?.isExpired(at: Timestamp(milliseconds: day - 1)) == false)
        #expect(records["1"]?.isExpired(at: Timestamp(milliseconds: day)) == true)
        records.forget(at: Timestamp(milliseconds: day))
        #expect(records.all == [record(2, at: 10)])
    }

    @Test func `are limited per owner to the newest`() throws {
        var records = IdempotencyRecords()
        let share = Limits.idempotencyRecordsPerPersonMax
        var other = record(1, at: 0)
        other.key.key = "2\nother"
        records.insert(other)
        for number in 2...share + 2 { records.insert(record(number, at: 0)) }
        let all = records.all
        #expect(all.count == share + 1)
        // The record of another owner stays.
        #expect(all.first == other)
        #expect(all[1] == record(3, at: 0))
        #expect(all.last == record(share + 2, at: 0))
        #expect(records["2\nother"] == other && records["2"] == nil)
    }

    @Test func `have the newest result of a key that was used again later`() throws {
        var records = IdempotencyRecords()
        let day = Limits.idempotencyRecordMillisecondsMax
        let again = IdempotencyRecord(
            key: key(1), at: Timestamp(milliseconds: day + 1), revision: Revision(rawValue: 3),
            result: .item(item(9)))
        records.insert(record(1, at: 0))
        records.insert(record(2, at: day / 2))
        records.insert(again)
        #expect(records.all == [record(2, at: day / 2), again])
        #expect(records["1"] == again)
    }

    @Test func `can be reverted after their eviction`() throws {
        var records = IdempotencyRecords()
        let late = record(2, at: Limits.idempotencyRecordMillisecondsMax)
        records.insert(record(1, at: 0))
        records.insert(late)
        records.remove(late)
        records.remove(record(1, at: 0))
        #expect(records.all.isEmpty)
        records.insert(late)
        #expect(records.all == [late])
    }

    private func key(_ number: Int) -> IdempotencyKey { IdempotencyKey(key: "\(number)", fingerprint: [1]) }

    private func record(_ number: Int, at milliseconds: Int64) -> IdempotencyRecord {
        IdempotencyRecord(
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
