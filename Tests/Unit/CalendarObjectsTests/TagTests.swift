import CalendarObjects
import Checklists
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

/// A task with these lines.
private func task(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a@b", "SUMMARY:Milk"] + lines
        + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
}

private func content(_ text: String) throws -> TaskContent {
    try TaskObject(Array(text.utf8)).content(in: .utc, at: now).content
}

/// An item with the object and the tags of the object.
private func item(of text: String) throws -> Item {
    let content = try content(text)
    var item = Item(
        id: Item.ID(rawValue: 1), uid: "a@b", checklistID: Checklist.ID(rawValue: 1), text: content.text,
        calendarObject: CalendarObject(text: text), position: 65_536, createdAt: now, updatedAt: now,
        revision: Revision(rawValue: 1))
    item.details.tags = content.tags
    return item
}

private func lines(_ item: Item) -> [String] {
    TaskObject.text(of: item, at: now).split(separator: "\r\n").map(String.init)
}

@Suite struct `The tags of a task` {
    @Test func `are the texts of all CATEGORIES lines, each once`() throws {
        let text = task("CATEGORIES:Home, Garden\\; big", "CATEGORIES;LANGUAGE=en:home,Work")
        #expect(try content(text).tags == ["Home", "Garden; big", "Work"])
    }

    @Test func `are at most 20, without texts that an item cannot have as tags`() throws {
        let long = String(repeating: "x", count: 51)
        #expect(try content(task("CATEGORIES:a\\,b,\(long),c,,.,..,d\\ne")).tags == ["c"])
        let many = (1...25).map { "t\($0)" }.joined(separator: ",")
        #expect(try content(task("CATEGORIES:\(many)")).tags == (1...20).map { "t\($0)" })
    }

    @Test func `come back as they were sent`() throws {
        let many = (1...25).map { "t\($0)" }.joined(separator: ",")
        let text = task("CATEGORIES:a\\,b,Home, Work", "CATEGORIES:home,\(many)")
        #expect(try TaskObject.text(of: item(of: text), at: now) == text)
    }

    @Test func `change one by one, and the others keep their line`() throws {
        var item = try item(of: task("CATEGORIES;LANGUAGE=en:Home,a\\,b,Work", "CATEGORIES:Urgent"))
        item.details.tags = ["Urgent", "Home", "New; tag"]
        #expect(lines(item).contains("CATEGORIES;LANGUAGE=en:Home,a\\,b"))
        #expect(lines(item).contains("CATEGORIES:Urgent,New\\; tag"))
        item.details.tags = []
        #expect(lines(item).filter { $0.hasPrefix("CATEGORIES") } == ["CATEGORIES;LANGUAGE=en:a\\,b"])
    }

    @Test func `replace those after the first 20 when they change`() throws {
        let many = (1...25).map { "t\($0)" }.joined(separator: ",")
        for tags in [[], (2...20).map { "t\($0)" }] {
            var item = try item(of: task("CATEGORIES:\(many)"))
            item.details.tags = tags
            item.calendarObject = CalendarObject(text: TaskObject.text(of: item, at: now))
            #expect(try content(TaskObject.text(of: item, at: now)).tags == tags)
            #expect(try content(TaskObject.text(of: item, at: now)).patch(of: item) == ItemPatch())
        }
    }

    @Test func `of an item without an object are one line`() throws {
        var item = try item(of: task())
        item.calendarObject = nil
        item.details.tags = ["Home", "a; b"]
        #expect(lines(item).contains("CATEGORIES:Home,a\\; b"))
    }

    @Test func `keep the order of the item if an app only reorders them`() throws {
        let item = try item(of: task("CATEGORIES:Home,Work"))
        #expect(try content(task("CATEGORIES:Work,Home")).patch(of: item) == ItemPatch())
        let patch = try content(task("CATEGORIES:New,Work,Home")).patch(of: item)
        #expect(patch.details.tags == ["Home", "Work", "New"])
    }
}

@Suite struct `The amount of an item in its task` {
    private func flour(_ quantity: Int = 500, unit: String? = "g") throws -> Item {
        var item = try item(of: task())
        item.calendarObject = nil
        item.text = "flour"
        item.details.quantity = Quantity(thousandths: quantity * 1_000)
        item.details.unit = unit
        return item
    }

    @Test func `stands before the text if this server wrote it`() throws {
        #expect(try lines(flour()).contains("SUMMARY:500 g flour"))
        #expect(try lines(flour(2, unit: nil)).contains("SUMMARY:2 flour"))
    }

    @Test func `and the text stay if an app sends the same text`() throws {
        var item = try flour()
        let text = TaskObject.text(of: item, at: now)
        #expect(try content(text).patch(of: item) == ItemPatch())
        item.calendarObject = CalendarObject(text: text)
        #expect(TaskObject.text(of: item, at: now) == text)
        #expect(try content(text).patch(of: item) == ItemPatch())
    }

    @Test func `changes the text of an app only if that has an amount`() throws {
        var item = try flour()
        item.calendarObject = CalendarObject(text: TaskObject.text(of: item, at: now))
        item.details.quantity = Quantity(thousandths: 1_500)
        item.details.unit = "kg"
        #expect(lines(item).contains("SUMMARY:1.5 kg flour"))
        item.calendarObject = CalendarObject(text: task().replacing("SUMMARY:Milk", with: "SUMMARY:flour"))
        #expect(lines(item).contains("SUMMARY:flour"))
        item.text = "rye flour"
        #expect(lines(item).contains("SUMMARY:rye flour"))
    }

    @Test func `stays if an app changes the text after it, and goes with another text`() throws {
        let item = try flour()
        let text = TaskObject.text(of: item, at: now)
        let other = try content(text.replacing("500 g flour", with: "500 g rye")).patch(of: item)
        #expect(other.text == "rye" && other.details.quantity == nil)
        let whole = try content(text.replacing("500 g flour", with: "600 g rye")).patch(of: item)
        #expect(whole.text == "600 g rye" && whole.details.quantity == .some(nil))
    }

    @Test func `goes with another text if another client changed the amount before`() throws {
        var item = try flour()
        item.calendarObject = CalendarObject(text: TaskObject.text(of: item, at: now))
        item.details.quantity = Quantity(thousandths: 600_000)
        let text = TaskObject.text(of: item, at: now)
        #expect(text.contains("SUMMARY:600 g flour"))
        let patch = try content(text.replacing("600 g flour", with: "700 g flour")).patch(of: item)
        #expect(patch.text == "700 g flour" && patch.details.quantity == .some(nil))
    }
}
