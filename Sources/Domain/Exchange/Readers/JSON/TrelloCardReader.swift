import Checklists
import Dates
import JSON

/// Reads the cards of a board of Trello, with their checklists, comments, members and custom fields.
struct TrelloCardReader {
    private let settings: ImportSettings
    /// The checklists of each card. A checklist belongs to one card.
    private var checklists: [String: [ForeignObject]] = [:]
    /// The comments of each card, the first one first.
    private var comments: [String: [ForeignObject]] = [:]
    private var members: [String: String] = [:]
    private var fields: [String: String] = [:]
    private var options: [String: String] = [:]

    init(of board: ForeignObject, _ settings: ImportSettings) {
        self.settings = settings
        for list in board.objects("checklists", by: "pos") {
            if let card = list.id("idCard") { checklists[card, default: []].append(list) }
        }
        // The export begins with the newest action.
        for action in board.objects("actions").reversed() where action["type"]?.text == "commentCard" {
            if let card = action["data"]?["card"]?["id"]?.text { comments[card, default: []].append(action) }
        }
        for member in board.objects("members") {
            guard let id = member.id("id") else { continue }
            members[id] = (member["fullName"]?.text ?? member["username"]?.text)?.asReference
        }
        for field in board.objects("customFields") {
            guard let id = field.id("id") else { continue }
            fields[id] = field["name"]?.text?.asReference
            for option in field["options"]?.elements ?? [] {
                guard let id = option["id"]?.text else { continue }
                options[id] = option["value"]?["text"]?.text?.asReference
            }
        }
    }

    /// Adds the item of a card, and its subtasks.
    func read(_ card: ForeignObject, section: String?, into list: inout ForeignList) {
        let index = list.items.count
        var item = self.item(of: card)
        item.section = section
        // The export of a single card has its checklists inside.
        let checklists = card.id("id").flatMap { self.checklists[$0] } ?? card.objects("checklists")
        if checklists.count == 1, let name = checklists.first?["name"]?.text, name != "Checklist" {
            item.keep("Checklist", name)
        }
        list.items.append(item)
        for checklist in checklists {
            let name = checklists.count > 1 ? checklist["name"]?.text?.asReference ?? "" : ""
            for entry in checklist.objects("checkItems", by: "pos") {
                var subtask = subtask(of: entry, in: name)
                subtask.parent = index
                list.items.append(subtask)
            }
        }
    }

    private func subtask(of entry: ForeignObject, in checklist: String) -> ForeignItem {
        let text = entry.text("name") ?? ""
        let isPrefixed = !checklist.isEmpty && !text.isEmpty
        var subtask = ForeignItem(at: entry.place, text: isPrefixed ? "\(checklist): \(text)" : text)
        if entry.text("state") == "complete" { subtask.check() }
        setDue(of: entry, to: &subtask)
        subtask.keep("Assigned to", entry.id("idMember").map { members[$0] ?? $0 })
        return subtask
    }

    private func item(of card: ForeignObject) -> ForeignItem {
        var item = ForeignItem(at: card.place, text: card.text("name") ?? "")
        item.draft.notes = card.text("desc")
        // The app has only days for starts, and writes them with a time.
        item.start = card.moment("start").map { .day(settings.zone.day(of: $0)) }
        setDue(of: card, to: &item)
        if card.flag("dueComplete") { item.check() }
        item.tags = card.objects("labels").compactMap { $0["name"]?.text ?? $0["color"]?.text }
        let people = card.texts("idMembers").map { members[$0] ?? $0 }
        item.keep("Assigned to", people.joined(separator: ", "))
        keepCustomFields(of: card, in: &item)
        item.keep("Location", card["locationName"]?.text)
        var location = Location(street: card.text("address"))
        if let point = card.object("coordinates"),
            !location.setCoordinates(point.position("latitude"), point.position("longitude"))
        {
            card.note("coordinates", .invalid)
        }
        if location != Location() { item.draft.location = location }
        keepAttachments(of: card, in: &item)
        for comment in card.id("id").flatMap({ comments[$0] }) ?? [] {
            let creator = comment["memberCreator"]
            item.keep(
                commentBy: creator?["fullName"]?.text ?? creator?["username"]?.text,
                at: comment.moment("date"),
                comment["data"]?["text"]?.text, in: settings.zone)
        }
        item.createdAt = card.id("id").flatMap(Self.creation)
        item.updatedAt = card.moment("dateLastActivity")
        return item
    }

    /// Sets the due time and the reminder, in minutes before it; -1 is none.
    private func setDue(of object: ForeignObject, to item: inout ForeignItem) {
        item.due = object.moment("due").map(Due.moment)
        guard let minutes = object.integer("dueReminder"), minutes >= 0, item.due != nil else { return }
        if minutes > Int.max / 60 { return _ = object.reject("dueReminder", .string("\(minutes)")) as Int? }
        item.addAlarms([.offset(-60 * minutes)])
    }

    private func keepCustomFields(of card: ForeignObject, in item: inout ForeignItem) {
        for field in card.objects("customFieldItems") {
            let name = field.id("idCustomField").flatMap { fields[$0] } ?? "Custom field"
            let value = field["value"]
            let plain = ["text", "number", "checked", "date"].lazy.compactMap { value?[$0]?.summary }.first
            let text = plain ?? field.id("idValue").flatMap { options[$0] }
            if let text { item.keep(name, text) } else { field.note(name, .unknown) }
        }
    }

    /// Keeps the links, and reports the files.
    private func keepAttachments(of card: ForeignObject, in item: inout ForeignItem) {
        let attachments = card.objects("attachments")
        var files: [String] = []
        for attachment in attachments {
            let (name, address) = (attachment["name"]?.text, attachment["url"]?.text)
            if attachment["isUpload"]?.isTrue ?? (address == nil) {
                files.append(name ?? "a file")
            } else {
                let parts = name == address ? [address] : [name, address]
                item.keep("Link", parts.compactMap(\.self).joined(separator: " "))
            }
        }
        let count = attachments.isEmpty ? card["badges"]?["attachments"]?.integer ?? 0 : files.count
        let names = files.isEmpty ? "" : ": \(files.joined(separator: ", "))"
        if count > 0 { card.note("attachments", .notSupported, "\(count)\(names)") }
    }

    /// The time of creation: the first eight digits of an identifier are seconds since 1970.
    private static func creation(_ id: String) -> Timestamp? {
        guard id.utf8.count == 24, let seconds = UInt32(id.prefix(8), radix: 16) else { return nil }
        return Timestamp(milliseconds: Int64(seconds) * 1_000)
    }
}
