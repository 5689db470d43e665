import Checklists
import JSON
import Records
import Testing

@Suite struct `A stored member` {
    private func read(_ json: String) throws(FormatError) -> Member {
        var reader = JSONReader(Array(json.utf8))
        let member = try Member(from: &reader)
        try reader.end()
        return member
    }

    private func written(_ member: Member) -> String {
        var json = JSONWriter()
        member.write(to: &json)
        return String(decoding: json.line().dropLast(), as: UTF8.self)
    }

    @Test(arguments: [
        #"{"personId":2,"role":"view"}"#, #"{"personId":2,"role":"check","muted":true}"#,
        #"{"personId":1,"role":"own","itemSort":"checked,-dueDate"}"#,
        #"{"personId":1,"role":"own","muted":true,"itemSort":"text","showChecked":false}"#,
        #"{"personId":2,"role":"edit","calendarProperties":[{"namespace":"x:","name":"c","value":"<c/>"}]}"#,
    ])
    func `is written as it was read, without what is as at the start`(json: String) throws {
        #expect(try written(read(json)) == json)
    }

    @Test func `has at the start what is not there`() throws {
        let member = try read(#"{"personId":2,"role":"view"}"#)
        #expect(member == Member(Person.ID(rawValue: 2), .view))
        #expect(member.preferences == ListPreferences())
    }

    @Test(arguments: [
        #"{"personId":2}"#, #"{"personId":2,"role":"view","itemSort":"colour"}"#,
        #"{"personId":2,"role":"view","itemSort":null}"#, #"{"personId":2,"role":"view","hidden":true}"#,
    ])
    func `is refused where it will not do`(json: String) {
        #expect(throws: FormatError.self) { try read(json) }
    }
}
