import Checklists
import Foundation
import JSON
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

extension ChecklistFile {
    fileprivate init(bytes: [UInt8]) throws(FormatError) { try self.init(bytes) }
}

extension SettingsFile {
    fileprivate init(bytes: [UInt8]) throws(FormatError) { try self.init(bytes) }
}

extension IdempotencyFile {
    fileprivate init(bytes: [UInt8]) throws(FormatError) { try self.init(bytes) }
}

@Suite struct `A file of a list` {
    private func snapshot(_ items: [Item]) throws -> ChecklistSnapshot {
        var memory = MemoryStore()
        memory.restore(Sample.checklist(3, name: "Groceries", revision: 9), items: items)
        let snapshot = memory.snapshot(of: Checklist.ID(rawValue: 3))
        return try #require(snapshot)
    }

    private func bytes(_ items: [Item] = [Sample.plainItem(1, on: 3), Sample.fullItem]) throws -> [UInt8] {
        ChecklistFile.bytes(try snapshot(items), revision: Revision(rawValue: 12))
    }

    @Test func `returns all written data`() throws {
        let file = try ChecklistFile(bytes: bytes())
        #expect(file.revision == Revision(rawValue: 12))
        #expect(file.checklist == Sample.checklist(3, name: "Groceries", revision: 9))
        #expect(file.items == [Sample.plainItem(1, on: 3), Sample.fullItem])
    }

    @Test func `is readable JSON, an item a line`() throws {
        let bytes = try bytes()
        let value = try JSONValue.parse(bytes)
        #expect(value["format"] == .number(JSONNumber(10)))
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.count == 3)
        #expect(
            lines[0].hasPrefix(
                #"{"format":10,"revision":12,"checklist":{"id":3,"name":"Groceries","icon":"Folder","#))
        #expect(
            lines[1].hasPrefix(
                #"{"id":1,"text":"Item 1","position":1,"createdAt":"2026-11-20T23:55:57.484Z","#))
    }

    @Test func `with a flipped bit is refused`() throws {
        let bytes = try bytes()
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                #expect(throws: FormatError.self, "bit \(bit) of byte \(index)") {
                    try ChecklistFile(bytes: flipped)
                }
            }
        }
    }

    @Test func `that was truncated is refused`() throws {
        let bytes = try bytes()
        for count in bytes.indices {
            #expect(throws: FormatError.self, "\(count) bytes") {
                try ChecklistFile(bytes: Array(bytes[..<count]))
            }
        }
    }

    @Test func `may be repaired by hand if the checksum is taken out`() throws {
        let text = String(decoding: try bytes(), as: UTF8.self)
        let checksum = try #require(text.range(of: ",\"crc32\""))
        let repaired = text[..<checksum.lowerBound].replacing("Item 1", with: "Item one") + " }\n"
        #expect(try ChecklistFile(bytes: Array(repaired.utf8)).items.first?.text == "Item one")
        let careless = text.replacing("Item 1", with: "Item one")
        #expect(throws: FormatError.self) { try ChecklistFile(bytes: Array(careless.utf8)) }
    }

    @Test func `of a newer format is refused as such`() throws {
        let text = String(decoding: try bytes(), as: UTF8.self).replacing(
            #""format":10"#, with: #""format":11"#)
        let error = #expect(throws: FormatError.self) { try ChecklistFile(bytes: Array(text.utf8)) }
        #expect(error?.inFile("42.json") == .newerFormat(file: "42.json", format: 11))
    }

    @Test(arguments: [
        #"{"format":1,"revision":1,"items":[]}"#,
        #"{"revision":1,"format":1}"#,
        #"{"format":0}"#,
        #"{"format":1,"colour":"red"}"#,
        #"{"format":1,"revision":-1}"#,
        """
        {"format":1,"revision":1,"checklist":{"id":1,"name":"A","icon":"Folder",\
        "createdAt":"2026-11-20T23:55:57.484Z",\
        "updatedAt":"2026-11-20T23:55:57.484Z","revision":1,"colour":"red"},"items":[]}
        """,
        """
        {"format":1,"revision":1,"checklist":{"id":0,"name":"A","icon":"Folder",\
        "createdAt":"2026-11-20T23:55:57.484Z",\
        "updatedAt":"2026-11-20T23:55:57.484Z","revision":1},"items":[]}
        """,
        """
        {"format":1,"revision":1,"checklist":{"id":1,"name":"A","icon":"None",\
        "createdAt":"2026-11-20T23:55:57.484Z",\
        "updatedAt":"2026-11-20T23:55:57.484Z","revision":1},"items":[]}
        """,
    ])
    func `with unknown, missing or impossible members is refused`(text: String) {
        #expect(throws: FormatError.self) { try ChecklistFile(bytes: Array(text.utf8)) }
    }
}

@Suite struct `The other files` {
    @Test func `return the settings`() throws {
        var settings = SettingsFile()
        settings.revision = Revision(rawValue: 812)
        settings.sequences[Checklist.ID.self] = Checklist.ID(rawValue: 43)
        settings.sequences[Item.ID.self] = Item.ID(rawValue: 999)
        settings.checklists = [1, 5, 42].map(Checklist.ID.init)
        #expect(try SettingsFile(bytes: settings.bytes) == settings)
    }

    @Test func `return the idempotency records`() throws {
        var checklist = Sample.checklist(2, revision: 3)
        checklist.itemsCount = 4
        checklist.uncheckedItemsCount = 2
        let records = [
            IdempotencyRecord(
                key: IdempotencyKey(key: "a \"b\"", fingerprint: [0, 255, 16]), at: Sample.moment,
                revision: Revision(rawValue: 3), result: .checklist(checklist)
            ),
            IdempotencyRecord(
                key: IdempotencyKey(key: "b", fingerprint: []), at: Sample.moment,
                revision: Revision(rawValue: 12),
                result: .item(Sample.fullItem)
            ),
        ]
        let written = IdempotencyFile(revision: Revision(rawValue: 12), records: records).bytes
        let file = try IdempotencyFile(bytes: written)
        #expect(file.revision == Revision(rawValue: 12))
        #expect(file.records == records)
    }

    @Test(arguments: [
        #"{"format":1,"revision":1,"nextChecklistId":1,"nextItemId":1}"#,
        #"{"format":1,"revision":1,"nextChecklistId":0,"nextItemId":1,"checklists":[]}"#,
        #"{"format":1,"revision":1,"nextChecklistId":1,"nextItemId":1,"checklists":[],"extra":null}"#,
    ])
    func `refuse settings that lack or have something`(text: String) {
        #expect(throws: FormatError.self) { try SettingsFile(bytes: Array(text.utf8)) }
    }
}
