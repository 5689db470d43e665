import Checklists
import Dates
import Randomness
import Testing

@testable import Exchange

@Suite("An exported text file")
struct TextRoundTripTests {
    private let settings = {
        var settings = ImportSettings.fixed()
        settings.zone = RandomLists.zone
        return settings
    }()

    private func plan(_ writer: some TextWriter, _ foreign: ForeignFormat, _ lists: RandomLists) throws -> (
        text: String, plan: ImportPlan
    ) {
        var writer = writer
        let text = writer.file(lists.lists)
        return (text, try foreign.plan(of: Array(text.utf8), settings))
    }

    @Test("in Markdown has all that Markdown can say", arguments: seeds(60, of: 3_000))
    func markdown(seed: UInt64) throws {
        let lists = RandomLists(seed: seed)
        let (text, plan) = try plan(MarkdownWriter(zone: RandomLists.zone), .markdown, lists)
        #expect(plan.checklists.map(\.draft.name) == lists.lists.map(\.checklist.name))
        #expect(plan.checklists.map(\.sections) == lists.lists.map { $0.checklist.sections.all.map(\.name) })
        #expect(plan.notes.first.isEmpty)
        for (read, list) in zip(plan.checklists, lists.lists) {
            let (items, expected) = (
                read.items.map { SaidItem($0, on: read) }, list.items.map { SaidItem($0, on: list) }
            )
            #expect(items.count == expected.count)
            for (item, other) in zip(items, expected) where item != other {
                Issue.record("\(item)\nis not\n\(other)\nin\n\(text)")
            }
        }
    }

    @Test("in todo.txt has all that todo.txt can say", arguments: seeds(60, of: 3_000))
    func todoTxt(seed: UInt64) throws {
        let lists = RandomLists(seed: seed)
        let (text, plan) = try plan(TodoTxtWriter(zone: RandomLists.zone), .todoTxt, lists)
        let items = plan.checklists.flatMap { list in
            list.items.map { [list.draft.name: SaidItem($0, on: list)] }
        }
        // Lists of one name are one list. Empty lists are none.
        var names: [String] = []
        for list in lists.lists where !list.items.isEmpty && !names.contains(list.checklist.name) {
            names.append(list.checklist.name)
        }
        #expect(plan.checklists.map(\.draft.name) == names)
        let expected = names.flatMap { name in
            lists.lists.filter { $0.checklist.name == name }.flatMap { list in
                list.items.map { [name: sayable(SaidItem($0, on: list), $0)] }
            }
        }
        #expect(items.count == expected.count)
        for (item, other) in zip(items, expected) where item != other {
            Issue.record("\(item)\nis not\n\(other)\nin\n\(text)")
        }
    }

    /// The parts of an item that todo.txt has.
    private func sayable(_ said: SaidItem, _ item: Item) -> SaidItem {
        var said = said
        let zone = item.timing.localTime ?? RandomLists.zone
        (said.notes, said.alarms, said.repeatEvery) = ("", [], nil)
        (said.location, said.section) = (nil, nil)
        said.due = said.due.map { .day($0.local(in: zone).day) }
        said.start = said.start.map { .day($0.local(in: zone).day) }
        if let day = item.due?.local(in: zone).day {
            let period = said.recurrence.flatMap { TodoTxtPeriod.text($0, due: day) }
            said.recurrence = period.flatMap(TodoTxtPeriod.recurrence)
        }
        said.timeZone = said.due == nil && said.start == nil ? nil : RandomLists.zone.name
        return said
    }

    @Test("in todo.txt has a recurrence that names only the due day")
    func namedDays() throws {
        let tuesday = try #require(CivilDate("2026-12-01"))
        func text(_ rule: String) throws -> String? {
            TodoTxtPeriod.text(Recurrence(try RecurrenceRule(rule)), due: tuesday)
        }
        #expect(try text("FREQ=WEEKLY;BYDAY=TU") == "+1w")
        #expect(try text("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1") == "+2m")
        #expect(try text("FREQ=WEEKLY;BYDAY=WE") == nil)
        #expect(try text("FREQ=WEEKLY;BYDAY=TU;COUNT=3") == nil)
    }

    @Test("for people has lists, sections, texts, check marks and subtasks", arguments: seeds(60, of: 3_000))
    func plainText(seed: UInt64) throws {
        let lists = RandomLists(seed: seed)
        let (text, plan) = try plan(PlainTextWriter(), .text, lists)
        #expect(plan.checklists.map(\.draft.name) == lists.lists.map(\.checklist.name))
        #expect(plan.checklists.map(\.sections) == lists.lists.map { $0.checklist.sections.all.map(\.name) })
        for (read, list) in zip(plan.checklists, lists.lists) {
            let items = read.items.map { item in
                [
                    item.draft.text, "\(item.draft.isChecked)", item.section.map { read.sections[$0] },
                    item.parent.map { read.items[$0].draft.text },
                ]
            }
            let expected = list.items.map { item in
                let said = SaidItem(item, on: list)
                let parent = list.items.first { $0.id == item.parentID }
                return [shown(item), "\(said.isChecked)", said.section, parent.map(shown)]
            }
            #expect(items == expected, "in\n\(text)")
        }
    }

    private func shown(_ item: Item) -> String {
        item.details.quantity.map { "\(WrittenQuantity.text($0, unit: item.details.unit)) \(item.text)" }
            ?? item.text
    }
}
