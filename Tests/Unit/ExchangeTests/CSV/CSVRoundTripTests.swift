import Checklists
import Dates
import Randomness
import Testing

@testable import Exchange

@Suite("An export as CSV")
struct CSVRoundTripTests {
    @Test("is read again without loss", arguments: seeds(40, of: 1_000))
    func roundTrip(seed: UInt64) throws {
        var lists = RandomTables(seed: seed)
        let all = lists.lists()
        let plan = try ForeignFormat.csv.plan(of: Array(Self.file(of: all).utf8), .fixed())
        #expect(plan.columns == TableColumn.header)
        #expect(plan.notes.first == [])
        #expect(plan.checklists.map(\.draft.name) == all.map(\.checklist.name))
        for (list, (checklist, items)) in zip(plan.checklists, all) {
            #expect(list.sections == checklist.sections.all.map(\.name))
            #expect(list.items.count == items.count)
            for (imported, item) in zip(list.items, items) {
                expect(imported, toBe: item, of: list, checklist, items)
            }
        }
    }

    private func expect(
        _ imported: ImportedItem, toBe item: Item, of list: ImportedChecklist, _ checklist: Checklist,
        _ items: [Item]
    ) {
        let (draft, details) = (imported.draft, imported.draft.patch.details)
        #expect(draft.text == item.text)
        #expect(draft.notes ?? "" == item.notes)
        #expect(draft.isChecked == item.checked)
        #expect(imported.checkedAt == item.checkedAt)
        #expect(draft.important ?? false == item.important)
        #expect(draft.dueOn == item.timing.dueOn)
        #expect(draft.dueDate == (item.timing.dueOn == nil ? item.dueDate : nil))
        #expect(draft.timeZone == item.timing.timeZone)
        #expect(draft.recurrence == item.timing.recurrence)
        #expect(draft.shouldRemind ?? false == item.shouldRemind)
        #expect(draft.alarms ?? [] == item.timing.alarms)
        #expect(draft.repeatEvery == item.timing.repeatEvery)
        #expect(details.tags ?? [] == item.tags)
        #expect(details.quantity ?? nil == item.details.quantity)
        #expect(draft.location == item.location)
        #expect(details.unit ?? nil == item.details.unit)
        #expect(details.startOn ?? nil == item.details.startOn)
        #expect(details.startDate ?? nil == item.details.startDate)
        #expect(imported.createdAt == item.createdAt)
        #expect(imported.updatedAt == item.updatedAt)
        #expect(
            imported.section.map { list.sections[$0] }
                == item.sectionID.flatMap { checklist.sections[$0]?.name })
        #expect(
            imported.parent.map { list.items[$0].draft.text }
                == item.parentID.flatMap { id in items.first { $0.id == id }?.text })
    }

    private static func file(of lists: [(checklist: Checklist, items: [Item])]) throws -> String {
        let zone = try #require(LocalTime(zone: "America/New_York"))
        var writer = CSVWriter(zone: zone)
        #expect(!writer.ordersBySection)
        var text = writer.head
        for (checklist, items) in lists {
            text += writer.text(of: checklist)
            for item in items { text += writer.text(of: item) }
        }
        return text
    }

    @Test("has a row for each item, list without items, and section")
    func rows() throws {
        var lists = RandomTables(seed: 1)
        let list = lists.checklist(named: "Home", sections: ["Kitchen"])
        let empty = lists.checklist(named: "Empty", sections: [])
        var item = Item(
            id: Item.ID(rawValue: 7), checklistID: list.id, text: "Eggs, \"fresh\"", important: true,
            dueDate: Timestamp(milliseconds: 1_796_126_400_000), shouldRemind: true, position: 1,
            createdAt: Timestamp(milliseconds: 0), updatedAt: Timestamp(milliseconds: 1), revision: .zero)
        item.details.tags = ["a", "b"]
        item.details.sectionID = list.sections.all[0].id
        #expect(
            try Self.file(of: [(list, [item]), (empty, [])])
                == [
                    "\u{FEFF}list,section,text,notes,checked,important,due,start,timeZone,repeat,repeatFrom,"
                        + "reminders,repeatEvery,tags,quantity,unit,street,postalCode,city,country,"
                        + "latitude,longitude,created,updated,completed,id,parent",
                    "Home,Kitchen" + String(repeating: ",", count: 25),
                    "Home,Kitchen,\"Eggs, \"\"fresh\"\"\",,false,true,2026-12-01T07:00:00-05:00,,,,,PT0S,,"
                        + "\"a, b\",,,,,,,,,1969-12-31T19:00:00-05:00,1969-12-31T19:00:00.001-05:00,,7,",
                    "Empty" + String(repeating: ",", count: 26), "",
                ].joined(separator: "\r\n"))
    }

    @Test(
        "has no formulas",
        arguments: ["=1+1", "+49 30", "-PT15M", "@ada", "'=x", "''+", "'quoted'", "a=b", "'", "\t=x"])
    func formulas(text: String) throws {
        let escaped = CSVWriter.escaped(text)
        #expect(!["=", "+", "-", "@", "\t"].contains(escaped.first))
        #expect(CSVWriter.unescaped(escaped) == text)
    }

    @Test("can be sorted by a spreadsheet, and saved with semicolons")
    func sorted() throws {
        var lists = RandomTables(seed: 7)
        let all = lists.lists()
        let table = try CSVTable(FileText.decode(Array(Self.file(of: all).utf8)), ImportLimits())
        let rows = table.rows.map(table.texts)
        let file = ([rows[0]] + rows.dropFirst().reversed()).map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ";")
        }.joined(separator: "\n")
        let plan = try ForeignFormat.csv.plan(of: Array(file.utf8), .fixed())
        for (checklist, items) in all {
            let list = try #require(plan.checklists.first { $0.draft.name == checklist.name })
            #expect(list.items.count == items.count)
            #expect(list.items.count { $0.parent != nil } == items.count { $0.parentID != nil })
        }
    }

    @Test("that is damaged is a plan or an error")
    func damage() throws {
        var lists = RandomTables(seed: 3)
        let files = DamagedFiles(.csv, try Self.file(of: Array(lists.lists().prefix(2))))
        #expect(files.readCuts() + files.readMutations(2_000, seed: 1) > 500)
    }
}
