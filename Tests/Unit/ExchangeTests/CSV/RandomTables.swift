import Checklists
import Dates
import Randomness

/// Makes random lists with items that the server could store.
struct RandomTables {
    private var random: SeededGenerator
    private var lastID = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Lists with different names. The first one has an item.
    mutating func lists() -> [(checklist: Checklist, items: [Item])] {
        (0..<Int.random(in: 1...4, using: &random)).map { number in
            let sections = (0..<Int.random(in: 0...3, using: &random)).map { "\(line()) \($0)" }
            var list = checklist(named: "\(line()) \(number)", sections: sections)
            let items = items(of: list, Int.random(in: number == 0 ? 1...8 : 0...8, using: &random))
            list.itemsCount = items.count
            return (list, items)
        }
    }

    /// A list without items.
    mutating func checklist(named name: String, sections: [String]) -> Checklist {
        lastID += 1
        let now = Timestamp(milliseconds: 1_796_126_400_000)
        var list = Checklist(
            id: Checklist.ID(rawValue: lastID), name: name, icon: .folder, createdAt: now, updatedAt: now,
            revision: .zero)
        for (number, name) in sections.enumerated() {
            list.sections.all.append(Section(id: Section.ID(rawValue: lastID * 10 + number), name: name))
        }
        return list
    }

    private mutating func items(of list: Checklist, _ count: Int) -> [Item] {
        var items: [Item] = []
        var parent: Item?
        for position in 0..<count {
            let isSubtask = parent != nil && chance(3)
            var item = item(of: list, at: position, canRepeat: !isSubtask)
            if isSubtask {
                item.details.parentID = parent?.id
                item.details.sectionID = parent?.sectionID
            } else {
                item.details.sectionID = list.sections.all.randomElement(using: &random)?.id
                if chance(4) { item.details.sectionID = nil }
                parent = item
            }
            items.append(item)
        }
        return items
    }

    private mutating func item(of list: Checklist, at position: Int, canRepeat: Bool) -> Item {
        lastID += 1
        let isChecked = chance(4)
        var item = Item(
            id: Item.ID(rawValue: lastID), checklistID: list.id, text: line() + " \(lastID)",
            notes: chance(2) ? lines() : "", checked: isChecked, important: chance(3), position: position,
            checkedAt: isChecked ? moment() : nil, createdAt: moment(), updatedAt: moment(), revision: .zero)
        if chance(2) {
            item.details.tags = (0..<Int.random(in: 1...4, using: &random)).map { "\(tag())\($0)" }
        }
        if chance(2) {
            item.details.quantity = Quantity(thousandths: Int.random(in: 1...5_000_000, using: &random))
            if chance(2) {
                item.details.unit = ["kg", "-x", "本", "\"", "fl oz"].randomElement(using: &random)
            }
        }
        setTimes(of: &item, canRepeat: canRepeat && !isChecked)
        return item
    }

    private mutating func setTimes(of item: inout Item, canRepeat: Bool) {
        let zone = ["Europe/Berlin", "America/St_Johns", "Asia/Tokyo", "UTC"].randomElement(using: &random)
        guard chance(2) else {
            if chance(4) { item.timing.alarms = [.at(moment())] }
            return
        }
        let due = moment()
        if chance(2) {
            item.timing.timeZone = zone
            let day = CivilDate(millisecondsSince1970: Int(due.milliseconds))
            item.timing.dueOn = day
            item.dueDate = item.timing.localTime?.beginning(of: day)
            if chance(3) { item.details.startOn = day.advanced(by: -Int.random(in: 0...9, using: &random)) }
        } else {
            item.dueDate = due
            if chance(2) { item.timing.timeZone = zone }
            if chance(3) { item.details.startDate = due.advanced(byMilliseconds: -1_000) }
        }
        if canRepeat, chance(2) {
            item.timing.timeZone = zone
            let rules = [
                "FREQ=DAILY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=9",
            ]
            if let rule = rules.randomElement(using: &random).flatMap({ try? RecurrenceRule($0) }) {
                item.timing.recurrence = Recurrence(rule, from: chance(2) ? .due : .completion)
            }
        }
        if chance(3) {
            item.location = Location(street: line(), city: "Kyōto", latitude: -35.01, longitude: 135.5)
        }
        item.shouldRemind = chance(2)
        let alarms: [Alarm] = [.offset(-900), .offset(86_400), .at(moment()), .offset(-90_061)]
        item.timing.alarms = alarms.filter { _ in chance(3) }
        if item.shouldRemind, chance(3) { item.timing.repeatEvery = 300 }
    }

    // MARK: Values

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private mutating func moment() -> Timestamp {
        let seconds = Int64.random(in: -9_000_000_000...9_000_000_000, using: &random)
        return Timestamp(milliseconds: seconds * 1_000 + (chance(2) ? 123 : 0))
    }

    private mutating func line() -> String {
        words(["a", "é", "=", "'", "\"", ",", ";", "@b", "-", "日本", " ", "👩‍👧", "\\"])
    }

    private mutating func lines() -> String {
        words(["a", "\n", "\"", ",", "'", "=x", "\t", "ß", "\"\"", "\n\n", "- ", "日"])
    }

    private mutating func tag() -> String { words(["a", "É", ";", "#", "=", "日", "'", "\""]) }

    /// Random parts, trimmed and not empty.
    private mutating func words(_ parts: [String]) -> String {
        let count = Int.random(in: 1...8, using: &random)
        let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined().trimmed
        return text.isEmpty ? "x" : text
    }
}
