import API
import Checklists
import Foundation
import HTTP
import JSON
import Testing

/// The files that the apps write, by how they are written.
enum AppFile: CaseIterable {
    case json, xml, binary

    func data(of lists: some Encodable) throws -> [UInt8] {
        switch self {
        case .json: return Array(try JSONEncoder().encode(lists))
        case .xml, .binary:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = self == .xml ? .xml : .binary
            return Array(try encoder.encode(lists))
        }
    }

    var contentType: String { self == .json ? "application/json" : "application/x-plist" }
}

@Suite struct `An exchange with the apps` {
    let service = Service()

    @Test(arguments: AppFile.allCases)
    func `loses nothing on the way in and out`(_ file: AppFile) async throws {
        let lists = [AppChecklist].sample(wholeSeconds: file == .xml)
        let answer = await service.takeIn(try file.data(of: lists), file.contentType)
        #expect(answer.status == 200)
        #expect(answer.isImport(lists: 3, items: 303))

        let json = await service.get("/v1/export?format=app")
        #expect(json.fields[.contentType] == "application/json")
        let backAsJSON = try JSONDecoder().decode([AppChecklist].self, from: Data(json.bytes))
        #expect(backAsJSON.isSame(as: lists))

        let xml = await service.get("/v1/export?format=plist")
        #expect(xml.fields[.contentType] == "application/x-plist")
        let backAsXML = try PropertyListDecoder().decode([AppChecklist].self, from: Data(xml.bytes))
        #expect(backAsXML.isSame(as: [AppChecklist].sample(wholeSeconds: true)))
        #expect(backAsXML.map { $0.items.map(\.text) } == lists.map { $0.items.map(\.text) })
    }

    @Test func `is read in UTF-16, and with a byte order mark`() async {
        let text = #"[{"name": "Käse", "icon": "Folder", "items": []}]"#
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { utf16 += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        let utf8: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        for bytes in [utf16, utf8] {
            #expect(await service.takeIn(bytes, "application/json").isImport(lists: 1, items: 0))
        }
        #expect(await service.get("/v1/checklists").text.contains("Käse"))
    }

    @Test(arguments: AppFile.allCases)
    func `is one with each of them, whatever it calls the icon`(_ file: AppFile) async throws {
        let lists = [AppChecklistWithIcon(name: "Trips", icon: "Trips", items: [])]
        let answer = await service.takeIn(try file.data(of: lists), file.contentType)
        #expect(answer.isImport(lists: 1, items: 0))
        let json = await service.get("/v1/export?format=app").bytes
        let backAsJSON = try JSONDecoder().decode([AppChecklistWithIcon].self, from: Data(json))
        let xml = await service.get("/v1/export?format=plist").bytes
        let backAsXML = try PropertyListDecoder().decode([AppChecklistWithIcon].self, from: Data(xml))
        #expect(backAsJSON.map(\.icon) == ["Trips"])
        #expect(backAsXML.map(\.icon) == ["Trips"])
        for (document, type) in [(json, "application/json"), (xml, "application/x-plist")] {
            #expect(await service.takeIn(document, type)["skipped"] == .array([]))
        }
    }

    @Test(arguments: AppFile.allCases)
    func `takes the items of an app with one list for a list`(_ file: AppFile) async throws {
        let items = [AppChecklist].sample(wholeSeconds: true)[0].items
        let answer = await service.takeIn(try file.data(of: items), file.contentType)
        #expect(answer.isImport(lists: 1, items: 3))
        #expect(await service.get("/v1/checklists").elements.map { $0["name"] } == ["Checklist"])
        let xml = await service.get("/v1/export?format=plist").bytes
        let back = try PropertyListDecoder().decode([AppChecklist].self, from: Data(xml))
        #expect(back.map(\.items) == [items])
    }

    @Test(arguments: AppFile.allCases)
    func `tells files apart by what they begin with`(_ file: AppFile) async throws {
        let data = try file.data(of: [AppChecklist].sample())
        #expect(await service.takeIn(data, "application/octet-stream")["items"] == 303)
        #expect(await service.takeIn(data, "text/xml").status == (file == .json ? 400 : 200))
        #expect(await service.takeIn(data, "application/json").status == (file == .json ? 200 : 400))
        #expect(await service.takeIn(data, "image/png").status == 415)
    }

    @Test(arguments: AppFile.allCases)
    func `has no due date without a reminder, which the apps give each item`(_ file: AppFile) async throws {
        let past = Date(timeIntervalSinceReferenceDate: 500_000_000)
        let items = (1...20).map { AppChecklistItem("\($0)", dueDate: past, itemID: $0) }
        let lists = [AppChecklist(name: "Inbox", iconName: "Folder", items: items)]
        _ = await service.takeIn(try file.data(of: lists), file.contentType)
        let counts = await service.get("/v1/counts")
        #expect(counts["items"] == 20 && counts["overdue"] == 0)
        #expect(await service.get("/v1/items").elements.allSatisfy { $0["dueDate"] == .null })
    }

    @Test func `keeps reminders that lie ahead, and lets the others be`() async throws {
        let lists = [
            AppChecklist(
                name: "Due", iconName: "Folder",
                items: [
                    AppChecklistItem(
                        "ahead", dueDate: Date(timeIntervalSinceReferenceDate: 900_000_000),
                        shouldRemind: true,
                        itemID: 1),
                    AppChecklistItem(
                        "past", dueDate: Date(timeIntervalSinceReferenceDate: 0), shouldRemind: true,
                        itemID: 2),
                    AppChecklistItem(
                        "done", checked: true, dueDate: Date(timeIntervalSinceReferenceDate: 900_000_000),
                        shouldRemind: true, itemID: 3),
                ])
        ]
        _ = await service.takeIn(try AppFile.json.data(of: lists), "application/json")
        #expect(await service.get("/v1/reminders").elements.map { $0["text"] } == ["ahead"])
    }
}

@Suite struct `An export` {
    let service = Service()

    init() async {
        for name in ["B", "A"] { _ = await service.post("/v1/checklists", #"{"name": "\#(name)"}"#) }
        let item = #"""
            {"text": "T", "notes": "a\nb", "checked": true, "important": true,
             "dueDate": "2030-01-01T00:00:00Z",
             "location": {"city": "Paris", "latitude": 48.85, "longitude": 2.35}}
            """#
        _ = await service.post("/v1/checklists/1/items", item)
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "R", "dueDate": "2030-01-01T00:00:00Z", "shouldRemind": true}"#)
        _ = await service.post("/v1/items/2/snooze", #"{"until": "2031-01-01T00:00:00Z"}"#)
        _ = await service.post("/v1/items/2/move", #"{"first": true}"#)
    }

    /// An export without what is new at every import: the identifiers.
    private func content(_ service: Service) async -> String {
        await service.get("/v1/export").text.replacing(#/"id":\d+,/#, with: "")
    }

    @Test func `taken in by another service comes out of it the same`() async {
        let export = await service.get("/v1/export")
        let other = Service()
        other.pass(milliseconds: 5000)
        let answer = await other.takeIn(export.bytes, "application/json")
        #expect(answer.isImport(lists: 2, items: 2))
        let before = await content(service).replacing("2026-11-20T23:55:57.484Z\",\"checklists", with: "")
        let after = await content(other).replacing("2026-11-20T23:56:02.484Z\",\"checklists", with: "")
        #expect(before == after)
        #expect(before.contains(#""snoozedUntil":"2031-01-01T00:00:00.000Z""#))
        #expect(await other.get("/v1/reminders").elements.map { $0["at"] } == ["2031-01-01T00:00:00.000Z"])
    }

    @Test func `has what a calendar program sent, and an import takes it`() async throws {
        let line = "X-NOTE:É\"\\,\t\r\n"
        let text = """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:app\r\nBEGIN:VTODO\r\nUID:a\r\n\
            DTSTAMP:20261120T235557Z\r\nSUMMARY:Sent\r\n\(line)END:VTODO\r\nEND:VCALENDAR\r\n
            """
        var draft = ItemDraft(text: "Sent")
        draft.calendarObject = CalendarObject(name: "a.ics", text: text)
        let list = try await service.store.asFirst.addChecklist(
            ChecklistDraft(name: "C"), idempotencyKey: nil
        ).value.id
        let item = try await service.store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value.id
        #expect(!(await service.get("/v1/items/\(item)")).text.contains("VTODO"))
        #expect(!(await service.get("/v1/export?format=app")).text.contains("VTODO"))
        let export = await service.get("/v1/export")
        #expect(export.text.components(separatedBy: "calendarObject").count == 2)
        let other = Service()
        let answer = await other.takeIn(export.bytes, "application/json")
        #expect(answer.isImport(lists: 3, items: 3))
        let items = try await other.store.asFirst.items(ItemQuery()).elements
        let objects = items.compactMap(\.calendarObject)
        #expect(objects.count == 1 && objects.allSatisfy { $0.text.contains(line) })
    }

    /// A property list in XML with texts that need care, as the apps read it.
    @Test(arguments: [
        ("a\u{FFFE}b\u{FFFF}", "a\u{FFFD}b\u{FFFD}"), ("\u{FFFD}\u{1FFFE}\u{10FFFF}", nil),
        ("<\u{338} &\u{301} >\u{20D2}", nil), ("]]> &amp; <b>", nil), ("é語🛒\u{E000}", nil),
        ("\u{F900}\u{FF5E}", nil),
    ])
    func `as a property list has what XML can have`(_ text: String, _ expected: String?) async throws {
        let service = Service()
        func body(_ name: String) throws -> String {
            String(decoding: try JSONEncoder().encode([name: text]), as: UTF8.self)
        }
        #expect(await service.post("/v1/checklists", try body("name")).status == 201)
        #expect(await service.post("/v1/checklists/1/items", try body("text")).status == 201)
        let xml = await service.get("/v1/export?format=plist").bytes
        let lists = try PropertyListDecoder().decode([AppChecklist].self, from: Data(xml))
        for back in [lists[0].name, lists[0].items[0].text] {
            #expect(Array(back.unicodeScalars) == Array((expected ?? text).unicodeScalars))
        }
    }

    @Test func `of nothing is a document all the same`() async throws {
        let service = Service()
        #expect(await service.get("/v1/export")["checklists"] == .array([]))
        #expect(await service.get("/v1/export?format=app").json == .array([]))
        let list = await service.get("/v1/export?format=plist").bytes
        #expect(try PropertyListDecoder().decode([AppChecklist].self, from: Data(list)).isEmpty)
    }

    @Test func `is as it was at one moment, whatever changes while it is sent`() async throws {
        let many = (0..<2000).map { #"{"text": "Item \#($0)"}"# }.joined(separator: ",")
        _ = await service.takeIn(Array(#"[{"name": "C", "items": [\#(many)]}]"#.utf8), "application/json")
        let whole = await service.get("/v1/export").bytes
        let head = RequestHead(method: .get, target: RequestTarget(path: "/v1/export", query: nil))
        let response = await service.responder.respond(to: Request(head: head))
        guard case .stream(let next) = response.body else {
            Issue.record("an export is sent piece by piece")
            return
        }
        var bytes = try await next() ?? []
        #expect(bytes.count < whole.count / 2)
        _ = await service.delete("/v1/checklists/3")
        while let piece = try await next() { bytes += piece }
        #expect(bytes == whole)
    }

    @Test func `names its file and comes as what is asked for`() async {
        let full = await service.get("/v1/export")
        #expect(full.fields[.contentDisposition] == "attachment; filename=\"Checklists.json\"")
        let table = await service.get("/v1/export?format=csv")
        #expect(table.fields[.contentType] == "text/csv; charset=utf-8")
        #expect(table.fields[.contentDisposition] == "attachment; filename=\"Checklists.csv\"")
        #expect(await service.get("/v1/export?format=html").status == 400)
        let asked = await service.get("/v1/export?format=plist", [.accept: "application/json"])
        #expect(asked.status == 406)
    }
}

extension Service {
    /// The answer to an import.
    func takeIn(
        _ document: [UInt8], _ type: String, path: String = "/v1/import", query: String? = nil,
        _ fields: Fields = [:]
    ) async -> Answer {
        var fields = fields
        fields[.contentType] = type
        let head = RequestHead(
            method: .post, target: RequestTarget(path: path, query: query), fields: fields,
            authority: "localhost")
        return await Answer(await responder.respond(to: Request(head: head, body: document)))
    }
}

extension Answer {
    /// Whether the answer is that of an import of whole lists.
    fileprivate func isImport(lists: Int, items: Int) -> Bool {
        self["checklists"] == .number(JSONNumber(lists)) && self["items"] == .number(JSONNumber(items))
            && self["skipped"] == .array([]) && self["changed"] == .array([])
    }
}
