import Checklists
import Testing

@testable import Exchange

@Suite("Google Keep")
struct GoogleKeepReaderTests {
    static let list = """
        {"color": "DEFAULT", "isTrashed": false, "isPinned": true, "isArchived": false,
         "listContent": [{"textHtml": "<p>Milk</p>", "text": "Milk", "isChecked": false},
                         {"text": "Bread", "isChecked": true}, {"text": "", "isChecked": false}],
         "annotations": [{"source": "WEBLINK", "title": "Shop", "url": "https://shop.example"}],
         "title": "Shopping", "labels": [{"name": "Home"}],
         "userEditedTimestampUsec": 1796126400000000, "createdTimestampUsec": 1796040000000000}
        """
    static let text = """
        {"isPinned": true, "isTrashed": false, "isArchived": false, "title": "Boiler",
         "textContent": "Ask Ada.\\nhttps://a.example", "textContentHtml": "<p>Ask Ada.</p>",
         "annotations": [{"url": "https://a.example"}, {"url": "https://b.example"}],
         "attachments": [{"filePath": "1.jpg", "mimetype": "image/jpeg"}], "sharees": [{"email": "b@c.d"}]}
        """
    static let untitled = #"{"title": "", "textContent": "Call Ada\nabout the key", "isTrashed": false}"#
    static let trashed = #"{"title": "Old", "textContent": "x", "isTrashed": true}"#
    static let archived = #"{"title": "Past", "listContent": [{"text": "x"}], "isArchived": true}"#

    static let takeout = StoredZip([
        "Takeout/Keep/Boiler.html": "<html>", "Takeout/Keep/Boiler.json": text,
        "Takeout/Keep/Labels.txt": "Home\n", "Takeout/Keep/Old.json": trashed,
        "Takeout/Keep/Past.json": archived, "Takeout/Keep/Shopping.json": list,
        "Takeout/Keep/Untitled.json": untitled, "Takeout/Profile/Profile.json": #"{"name": "Ada"}"#,
        "Takeout/.x.json": "1", "Takeout/empty.json": "",
    ])

    @Test("in a takeout has a list for each note with boxes, and one for the texts")
    func takeout() throws {
        let file = try UnpackedFile(Self.takeout.bytes, .fixed())
        #expect(try ImportFormat(detecting: file) == .foreign(.googleKeep))
        let plan = try ForeignFormat.googleKeep.plan(of: file, .fixed())
        #expect(plan.checklists.map(\.draft.name) == ["Shopping", "Google Keep"])
        #expect(plan.outline(0) == ["Milk", "Bread"] && plan.outline(1) == ["Boiler", "Call Ada"])
        #expect(plan.checklists[0].items.map(\.draft.isChecked) == [false, true])
        #expect(plan.draft("Milk")?.patch.details.tags == ["Home"])
        #expect(plan.draft("Milk")?.important == nil)
        #expect(plan.item("Milk")?.createdAt == .at("2026-11-30T12:00:00Z"))
        #expect(plan.item("Milk")?.updatedAt == .at("2026-12-01T12:00:00Z"))
        let boiler = try #require(plan.draft("Boiler"))
        #expect(boiler.important == true)
        #expect(
            boiler.notes == "Ask Ada.\nhttps://a.example\nLink: https://b.example\nAttachment: 1.jpg")
        #expect(plan.draft("Call Ada")?.notes?.hasSuffix("about the key") == true)
        let notes = plan.notes.first.map { "\($0.place) \($0.field) \($0.code.rawValue)" }
        #expect(notes.contains("Takeout/Keep/Old.json  deleted"), "\(notes)")
        #expect(notes.contains("Takeout/Keep/Past.json  archived"))
        #expect(notes.contains("Takeout/Keep/Boiler.html  unknown"))
        #expect(notes.contains("Takeout/Profile/Profile.json  unknown"))
        #expect(notes.contains("Takeout/Keep/Shopping.json annotations not-supported"))
    }

    @Test("can be one note, or an array of notes", arguments: [list, "[\(list), \(text), 1]"])
    func notes(text: String) throws {
        #expect(try ForeignFormat.googleKeep.plan(of: text).outline() == ["Milk", "Bread"])
    }

    @Test("without a note is refused")
    func other() {
        #expect(throws: ImportError.self) { try ForeignFormat.googleKeep.plan(of: #"{"title": "x"}"#) }
    }
}
