package import Checklists
import Dates
package import JSON

extension Item.Details: Record {
    package static var blank: Item.Details { Item.Details() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("sectionId", &sectionID)
        try fields.optional("parentId", &parentID)
        try fields.field("parentPosition", &parentPosition, unless: 0)
        try fields.optional("parentUid", &parentUID)
        // Builds before 1.0 wrote it.
        var differsFromObject = false
        try fields.field("differsFromObject", &differsFromObject, unless: false)
        try fields.field("subtasks", &subtasks.all, unless: 0)
        try fields.field("uncheckedSubtasks", &subtasks.unchecked, unless: 0)
        try fields.optional("countedIn", &countedIn)
        try fields.optional("contentRevision", &contentRevision)
        try fields.list("tags", &tags)
        try fields.optional("quantity", &quantity)
        try fields.optional("unit", &unit)
        try fields.optional("startDate", &startDate)
        try fields.optional("startOn", &startOn)
    }
}

extension Quantity: StoredValue {
    /// Reads the amount in thousandths.
    package init(from json: inout JSONReader) throws(FormatError) {
        guard let quantity = Quantity(thousandths: try json.integer()) else {
            throw json.error("a quantity is out of range")
        }
        self = quantity
    }

    package func write(to json: inout JSONWriter) { json.integer(thousandths) }
}

extension Sections: Record {
    package static var blank: Sections { Sections() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.list("all", &all)
        try fields.field("remember", &remember, unless: true)
        try fields.field("memory", &memory, unless: SectionMemory())
        try fields.field("lastId", &lastNumber, unless: 0)
    }

    private var lastNumber: Int {
        get { lastID.rawValue }
        set { lastID = Section.ID(rawValue: newValue) }
    }
}

extension Section.ID: StoredValue {}

extension Section: Record {
    package static var blank: Section { Section(id: ID(rawValue: 0), name: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("name", &name)
    }
}

/// An array of numbers: the hash of a text, its section, and so on.
extension SectionMemory: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) {
        let numbers = try [Int](from: &json)
        var entries: [Entry] = []
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            guard let text = UInt64(exactly: numbers[index]), numbers[index + 1] > 0 else {
                throw json.error("the memory of sections is invalid")
            }
            entries.append(Entry(text: text, section: Section.ID(rawValue: numbers[index + 1])))
        }
        self.init(entries)
    }

    package func write(to json: inout JSONWriter) {
        json.array { json in
            for entry in entries {
                json.value(Int(entry.text))
                json.value(entry.section.rawValue)
            }
        }
    }
}

/// An array of numbers: the hash of a UID, the item that names it, and 1 if it names a child.
extension AwaitedTasks: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) {
        let numbers = try [Int](from: &json)
        var entries: [Entry] = []
        for index in stride(from: 0, to: numbers.count - 2, by: 3) {
            guard let uid = UInt32(exactly: numbers[index]) else {
                throw json.error("the awaited tasks are invalid")
            }
            let item = Item.ID(rawValue: numbers[index + 1])
            entries.append(Entry(uid: uid, item: item, isChild: numbers[index + 2] == 1))
        }
        self.init(entries)
    }

    package func write(to json: inout JSONWriter) {
        json.array { json in
            for entry in entries {
                json.value(Int(entry.uid))
                json.value(entry.item.rawValue)
                json.value(entry.isChild ? 1 : 0)
            }
        }
    }
}

extension SavedView.ID: StoredValue {}

extension SavedView: Record {
    package static var blank: SavedView { SavedView(id: ID(rawValue: 0), name: "", icon: .none, query: []) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("name", &name)
        try fields.field("icon", &icon, unless: .none)
        try fields.list("query", &query)
    }
}

extension SavedView.Parameter: Record {
    package static var blank: SavedView.Parameter { SavedView.Parameter(name: "", value: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("name", &name)
        try fields.required("value", &value)
    }
}
