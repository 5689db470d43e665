import Checklists
import JSON
import Records
import Testing

@Suite struct `What calendar programs said, stored` {
    private func read<Value>(
        _ json: String, _ body: (inout JSONReader) throws(FormatError) -> Value
    ) throws(FormatError) -> Value {
        var reader = JSONReader(Array(json.utf8))
        let value = try body(&reader)
        try reader.end()
        return value
    }

    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.line().dropLast(), as: UTF8.self)
    }

    private func item(_ json: String) throws(FormatError) -> Item {
        try read(json) { reader throws(FormatError) in try Item(from: &reader, of: nil) }
    }

    private func checklist(_ json: String) throws(FormatError) -> Checklist {
        try read(json) { reader throws(FormatError) in try Checklist(from: &reader) }
    }

    private func tombstone(_ json: String) throws(FormatError) -> Tombstone {
        try read(json) { reader throws(FormatError) in try Tombstone(from: &reader) }
    }

    private static let times =
        #""createdAt":"2026-11-20T23:55:57.484Z","updatedAt":"2026-11-20T23:55:57.484Z""#

    @Test(arguments: [
        "", #""calendarObject":{"text":"BEGIN:VTODO\r\nEND:VTODO\r\n"},"#,
        #""calendarObject":{"name":"é 1.ics","text":""},"#,
    ])
    func `of an item is written as it was read`(object: String) throws {
        let json =
            #"{"id":7,"checklistId":1,"uid":"u","text":"a","# + object + #""position":1,"# + Self.times
            + #","revision":3}"#
        let item = try item(json)
        #expect(item.hasCalendarObject == !object.isEmpty)
        #expect(written { item.write(to: &$0, withList: true) } == json)
    }

    @Test(arguments: [
        "", #""collection":{},"#, #""collection":{"name":"work"},"#,
        #""collection":{"properties":[{"namespace":"n","name":"p","value":"<a/>"},"#
            + #"{"namespace":"","name":"q","value":""}]},"#,
    ])
    func `of a list is written as it was read`(collection: String) throws {
        let json =
            #"{"id":1,"name":"List","icon":"Folder","# + collection + Self.times + #","revision":3}"#
        let checklist = try checklist(json)
        #expect((checklist.collection != nil) == !collection.isEmpty)
        #expect(written { checklist.write(to: &$0) } == json)
    }

    @Test func `of what went is written as it was read`() throws {
        let json =
            #"{"id":5,"checklistId":1,"itemIds":[7,8,9],"names":["a.ics","","é"],"#
            + #""removedAt":"2026-11-20T23:55:57.484Z"}"#
        let tombstone = try tombstone(json)
        #expect(tombstone.names == [Item.ID(rawValue: 7): "a.ics", Item.ID(rawValue: 9): "é"])
        #expect(written { tombstone.write(to: &$0) } == json)
        let before = json.replacing(#""names":["a.ics","","é"],"#, with: "")
        #expect(try self.tombstone(before).names.isEmpty)
        #expect(written { try? self.tombstone(before).write(to: &$0) } == before)
    }

    @Test func `is refused with what nobody knows`() {
        let item = #"{"id":7,"checklistId":1,"text":"a","position":1,"# + Self.times + #","revision":3,"#
        for object in [#"{"text":"","etag":"1"}"#, #""text""#, #"{"name":null,"text":""}"#] {
            #expect(throws: FormatError.self) { try self.item(item + #""calendarObject":"# + object + "}") }
        }
        let list = #"{"id":1,"name":"List","icon":"Folder","# + Self.times + #","revision":3,"#
        for collection in [#"{"color":"red"}"#, #"{"properties":[{"prefix":"a"}]}"#, "[]"] {
            #expect(throws: FormatError.self) { try checklist(list + #""collection":"# + collection + "}") }
        }
    }
}
