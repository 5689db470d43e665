import Checklists
import JSON
import Records
import Testing

@Suite struct `A record with its members in another order` {
    private static let times =
        #""createdAt":"2026-11-20T23:55:57.484Z","updatedAt":"2026-11-20T23:56:57.484Z","#
        + #""changedAt":"2026-11-21T23:55:57.484Z""#
    private static let item =
        #"{"id":7,"checklistId":4,"uid":"u","text":"a","notes":"n","checked":true,"important":true,"#
        + #""dueDate":"2026-11-27T09:00:00.000Z","timing":{"dueOn":"2026-11-27","timeZone":"Europe/Berlin","#
        + #""rule":"FREQ=DAILY","from":"completion","alarms":[{"offset":-60}],"occurrence":"#
        + #"{"day":"2026-11-27","index":2},"series":{"lead":5,"skipped":[{"day":"2026-12-04"}]}},"#
        + #""location":{"city":"Bonn","latitude":50.7},"calendarObject":{"name":"n","text":"t"},"#
        + #""position":12,\#(times),"changedBy":[0,9],"createdIn":1,"revision":3}"#
    private static let list =
        #"{"id":4,"name":"List","icon":"Folder","members":[{"personId":2,"role":"own","muted":true,"#
        + #""joinedIn":2,"changedIn":5}],\#(times),"changedBy":[2,8],"createdIn":1,"#
        + #""updatedIn":2,"revision":6}"#
    private static let tombstone =
        #"{"id":5,"checklistId":4,"itemIds":[7],"names":["n"],"removedAt":"2026-11-20T23:55:57.484Z","#
        + #""removedBy":[0,9],"items":[{"id":7,"text":"a","position":1,\#(times),"#
        + #""changedBy":[0,9],"revision":3}]}"#

    private func read<Value: StoredValue>(_ json: String, as _: Value.Type) throws(FormatError) -> Value {
        var reader = JSONReader(Array(json.utf8))
        let value = try Value(from: &reader)
        try reader.end()
        return value
    }

    private func written(_ value: some StoredValue) -> String {
        var json = JSONWriter()
        value.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The same JSON with the members of all objects in reverse.
    private func reversed(_ json: String) throws -> String {
        func reverse(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(members.reversed().map { JSONValue.Member($0.name, reverse($0.value)) })
            case .array(let elements): .array(elements.map(reverse))
            default: value
            }
        }
        return String(decoding: reverse(try JSONValue.parse(json.utf8.span)).jsonBytes, as: UTF8.self)
    }

    @Test func `reads the same`() throws {
        let item = try read(Self.item, as: Item.self)
        #expect(item.changedBy == .guest(ListLink.ID(rawValue: 9), on: Checklist.ID(rawValue: 4)))
        #expect(item.timing.recurrence?.from == .completion)
        #expect(try read(reversed(Self.item), as: Item.self) == item)
        #expect(written(item) == Self.item)
        let list = try read(Self.list, as: Checklist.self)
        #expect(try read(reversed(Self.list), as: Checklist.self) == list)
        #expect(written(list) == Self.list)
        let tombstone = try read(Self.tombstone, as: Tombstone.self)
        #expect(tombstone.trash?.items.first?.changedBy == item.changedBy)
        #expect(try read(reversed(Self.tombstone), as: Tombstone.self) == tombstone)
        #expect(written(tombstone) == Self.tombstone)
    }

    @Test(arguments: [
        #"{"latitude":1,"city":"a""#, #"{"latitude":1 2,"city":"a"}"#, #"{"latitude":tru,"city":"a"}"#,
        #"{"latitude":,"city":"a"}"#, #"{"latitude":},"city":"a"}"#, #"{"latitude":"1","city":"a"}"#,
        #"{"longitude":2,"latitude":1,"latitude":1}"#, #"{"longitude":2,"latitude":1,"height":1}"#,
    ])
    func `refuses what it refuses in its own order`(json: String) {
        #expect(throws: FormatError.self) { try read(json, as: Location.self) }
    }

    @Test func `does not read the beginning of a value`() {
        #expect(throws: FormatError.self) {
            try read(#"{"index":1.5,"day":"2026-11-27"}"#, as: Occurrence.self)
        }
        #expect(throws: FormatError.self) {
            try read(#"{"index":2e3,"day":"2026-11-27"}"#, as: Occurrence.self)
        }
    }
}
