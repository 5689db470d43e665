import Checklists
import Dates
import Randomness

@testable import Exchange

/// Random lists as a store has them.
struct RandomLists {
    /// The lists with their items, in the order of their sections.
    private(set) var lists: [(checklist: Checklist, items: [Item])] = []
    private var texts: HostileText
    private var lastID = 0

    static let zone = LocalTime(zone: "Europe/Berlin") ?? .utc
    private static let rules = [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
        "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=MONTHLY;BYMONTHDAY=15",
        "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=3;COUNT=5",
        "FREQ=MONTHLY", "FREQ=MONTHLY;INTERVAL=6", "FREQ=DAILY;UNTIL=20301231",
    ]

    init(seed: UInt64) {
        texts = HostileText(seed: seed)
        for _ in 0..<texts.number(1...4) { addList() }
        // A file without items is no import.
        if lists.allSatisfy({ $0.items.isEmpty }) { addList(itemsMin: 1) }
    }

    private mutating func addList(itemsMin: Int = 0) {
        var checklist = Checklist(
            id: Checklist.ID(rawValue: lists.count + 1), name: texts.line(), icon: .folder,
            createdAt: .earliest, updatedAt: .earliest, revision: .zero)
        var names: Set<String> = []
        for number in 0..<texts.number(0...3) {
            let name = String(texts.line().prefix(90)).asLine
            if !name.isEmpty, names.insert(name).inserted {
                checklist.sections.all.append(Section(id: Section.ID(rawValue: number + 1), name: name))
            }
        }
        var items: [Item] = []
        for section in [nil] + checklist.sections.all.map(\.id) {
            for _ in 0..<texts.number(itemsMin...4) { addItems(to: &items, section, checklist.id) }
        }
        lists.append((checklist, items))
    }

    private mutating func addItems(
        to items: inout [Item], _ section: Section.ID?, _ list: Checklist.ID
    ) {
        var parent = item(section, list, parent: nil)
        let subtasks = texts.chance(30) ? texts.number(1...3) : 0
        parent.details.subtasks = SubtaskCounts(all: subtasks, unchecked: subtasks)
        items.append(parent)
        for _ in 0..<subtasks { items.append(item(section, list, parent: parent.id)) }
    }

    private mutating func item(_ section: Section.ID?, _ list: Checklist.ID, parent: Item.ID?) -> Item {
        lastID += 1
        var item = Item(
            id: Item.ID(rawValue: lastID), checklistID: list, text: texts.line(), position: lastID,
            createdAt: moment(), updatedAt: moment(), revision: .zero)
        if texts.chance(40) { item.notes = texts.notes() }
        item.important = texts.chance(20)
        item.checked = texts.chance(30)
        if item.checked { item.checkedAt = moment() }
        var details = Item.Details()
        (details.sectionID, details.parentID) = (section, parent)
        for _ in 0..<texts.number(0...3) where texts.chance(40) {
            let tag = texts.tag()
            if !details.tags.contains(where: { Tag.key(of: $0) == Tag.key(of: tag) }) {
                details.tags.append(tag)
            }
        }
        if texts.chance(20) {
            details.quantity = Quantity(thousandths: texts.number(1...9_999_999))
            if texts.chance(50) { details.unit = String(texts.line().prefix(15)).asLine }
            if details.unit == "" { details.unit = nil }
        }
        item.details = details
        if texts.chance(10) {
            item.location = Location(street: texts.line(), city: "Kyōto", latitude: 35.01, longitude: -135.5)
        }
        addTimes(to: &item, isSubtask: parent != nil)
        return item
    }

    private mutating func addTimes(to item: inout Item, isSubtask: Bool) {
        let isDue = texts.chance(50)
        let day = CivilDate(daysSince1970: texts.number(20_000...22_000))
        if isDue {
            if texts.chance(50) {
                item.timing.dueOn = day
                item.dueDate = Self.zone.beginning(of: day)
            } else {
                item.dueDate = moment()
            }
            if !isSubtask, !item.checked, texts.chance(40),
                let rule = Self.rules.randomElement(using: &texts.generator).flatMap({
                    try? RecurrenceRule($0)
                })
            {
                item.timing.recurrence = Recurrence(rule, from: texts.chance(30) ? .completion : .due)
            }
            if texts.chance(30) {
                item.shouldRemind = texts.chance(50)
                item.timing.alarms = [.offset(-900), .offset(-86_400), .at(moment())]
                if texts.chance(30) { item.timing.repeatEvery = 600 }
            }
        }
        if texts.chance(20) {
            if let due = item.due {
                item.details.startOn = due.local(in: Self.zone).day.advanced(by: -texts.number(1...9))
            } else if texts.chance(50) {
                item.details.startDate = moment()
            } else {
                item.details.startOn = day
            }
        }
        let needsZone =
            item.timing.dueOn != nil || item.timing.recurrence != nil || item.details.startOn != nil
        if needsZone { item.timing.timeZone = texts.chance(20) ? "Asia/Tokyo" : Self.zone.name }
    }

    private mutating func moment() -> Timestamp {
        let minutes = Int64(texts.number(28_000_000...32_000_000))
        return Timestamp(milliseconds: minutes * 60_000 + (texts.chance(10) ? 7 : 0))
    }
}

extension TextWriter {
    /// The file with all lists.
    mutating func file(_ lists: [(checklist: Checklist, items: [Item])]) -> String {
        var text = head
        for list in lists {
            text += self.text(of: list.checklist)
            for item in list.items { text += self.text(of: item) }
        }
        return text + textAtEnd()
    }
}
