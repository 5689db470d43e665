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

    init(of board: ForeignObject, _ settings: ImportSettings, _ notes: inout ImportNotes) {
        self.settings = settings
        for list in board.objects("checklists", &notes).sorted(byPosition: { $0.position("pos") }) {
            if let card = list.id("idCard") { checklists[card, default: []].append(list) }
        }
        // The export begins with the newest action.
        for action in board.objects("actions", &notes).reversed()
        where action["type"]?.text == "commentCard" {
            if let card = action["data"]?["card"]?["id"]?.text { comments[card, default: []].append(action) }
        }
        for member in board.objects("members", &notes) {
            guard let id = member.id("id") else { continue }
            members[id] = (member["fullName"]?.text ?? member["username"]?.text)?.asReference
        }
        for field in board.objects("customFields", &notes) {
            guard let id = field.id("id") else { continue }
            fields[id] = field["name"]?.text?.asReference
            for option in field["options"]?.elements ?? [] {
                guard let id = option["id"]?.text else { continue }
                options[id] = option["value"]?["text"]?.text?.asReference
            }
        }
    }

    /// Adds the item of a card, and its subtasks.
    func read(
        _ card: ForeignObject, section: String?, into list: inout ForeignList,
        _ notes: inout ImportNotes
    ) {
        let index = list.items.count
        var item = self.item(of: card, &notes)
        item.section = section
        // The export of a single card has its checklists inside.
        let checklists =
            card.id("id").flatMap { self.checklists[$0] } ?? card.objects("checklists", &notes)
        if checklists.count == 1, let name = checklists.first?["name"]?.text, name != "Checklist" {
            item.keep("Checklist", name)
        }
        list.items.append(item)
        for checklist in checklists {
            let name = checklists.count > 1 ? checklist["name"]?.text?.asReference ?? "" : ""
            let entries = checklist.objects("checkItems", &notes)
            for entry in entries.sorted(byPosition: { $0.position("pos") }) {
                var subtask = subtask(of: entry, in: name, &notes)
                subtask.parent = index
                list.items.append(subtask)
            }
            checklist.reportOthers(knowing: Self.checklistFields, &notes)
        }
    }

    private func subtask(
        of entry: ForeignObject, in checklist: String, _ notes: inout ImportNotes
    ) -> ForeignItem {
        let text = entry.text("name", &notes) ?? ""
        let isPrefixed = !checklist.isEmpty && !text.isEmpty
        var subtask = ForeignItem(at: entry.place, text: isPrefixed ? "\(checklist): \(text)" : text)
        if entry.text("state", &notes) == "complete" { subtask.check() }
        subtask.due = entry.moment("due", &notes).map(Due.moment)
        addReminder(of: entry, to: &subtask, &notes)
        subtask.keep("Assigned to", entry.id("idMember").map { members[$0] ?? $0 })
        entry.reportOthers(knowing: Self.entryFields, &notes)
        return subtask
    }

    private func item(of card: ForeignObject, _ notes: inout ImportNotes) -> ForeignItem {
        var item = ForeignItem(at: card.place, text: card.text("name", &notes) ?? "")
        item.draft.notes = card.text("desc", &notes)
        item.due = card.moment("due", &notes).map(Due.moment)
        // The app has only days for starts, and writes them with a time.
        item.start = card.moment("start", &notes).map { .day(settings.zone.day(of: $0)) }
        addReminder(of: card, to: &item, &notes)
        if card.flag("dueComplete", &notes) { item.check() }
        let labels = card.objects("labels", &notes)
        item.setTags(labels.compactMap { $0["name"]?.text ?? $0["color"]?.text })
        let people = card.texts("idMembers", &notes).map { members[$0] ?? $0 }
        item.keep("Assigned to", people.joined(separator: ", "))
        keepCustomFields(of: card, in: &item, &notes)
        setLocation(of: card, in: &item, &notes)
        keepAttachments(of: card, in: &item, &notes)
        keepComments(of: card, in: &item, &notes)
        item.createdAt = card.id("id").flatMap(Self.creation)
        item.updatedAt = card.moment("dateLastActivity", &notes)
        card.reportOthers(knowing: Self.cardFields, &notes)
        return item
    }

    private func setLocation(
        of card: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        item.keep("Location", card["locationName"]?.text)
        var location = Location(street: card.text("address", &notes))
        if let point = card.object("coordinates", &notes),
            !location.setCoordinates(point.position("latitude"), point.position("longitude"))
        {
            notes.append(ImportNote(card.place, "coordinates", .invalid))
        }
        if location != Location() { item.draft.location = location }
    }

    /// Adds the reminder, in minutes before the due time; -1 is none.
    private func addReminder(
        of object: ForeignObject, to item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        guard let minutes = object.integer("dueReminder", &notes), minutes >= 0, item.due != nil else {
            return
        }
        let seconds = minutes.multipliedReportingOverflow(by: -60)
        if seconds.overflow {
            _ = object.reject("dueReminder", .string("\(minutes)"), &notes) as Int?
        } else {
            item.addAlarms([.offset(seconds.partialValue)])
        }
    }

    private func keepCustomFields(
        of card: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        for field in card.objects("customFieldItems", &notes) {
            let name = field.id("idCustomField").flatMap { fields[$0] } ?? "Custom field"
            let value = field["value"]
            let plain = ["text", "number", "checked", "date"].lazy.compactMap { value?[$0]?.summary }.first
            let text = plain ?? field.id("idValue").flatMap { options[$0] }
            if let text {
                item.keep(name, text)
            } else {
                notes.append(ImportNote(field.place, name, .unknown))
            }
        }
    }

    /// Keeps the links, and reports the files.
    private func keepAttachments(
        of card: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        let attachments = card.objects("attachments", &notes)
        var files: [String] = []
        for attachment in attachments {
            let (name, address) = (attachment["name"]?.text, attachment["url"]?.text)
            if attachment["isUpload"]?.isTrue ?? (address == nil) {
                files.append(name ?? "a file")
            } else {
                item.keep(
                    "Link",
                    name == address ? address : [name, address].compactMap(\.self).joined(separator: " "))
            }
        }
        let count = attachments.isEmpty ? card["badges"]?["attachments"]?.integer ?? 0 : files.count
        guard count > 0 else { return }
        let names = files.isEmpty ? "\(count)" : "\(count): \(files.joined(separator: ", "))"
        notes.append(ImportNote(card.place, "attachments", .notSupported, names))
    }

    private func keepComments(
        of card: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        guard let id = card.id("id"), let comments = comments[id] else { return }
        for comment in comments {
            let creator = comment["memberCreator"]
            let author = (creator?["fullName"]?.text ?? creator?["username"]?.text)?.asReference
            let day = comment.moment("date", &notes).map { settings.zone.day(of: $0).text }
            let source = [author, day].compactMap(\.self).joined(separator: ", ")
            item.keep(
                source.isEmpty ? "Comment" : "Comment (\(source))", comment["data"]?["text"]?.text)
        }
    }

    /// The time of creation: the first eight digits of an identifier are seconds since 1970.
    private static func creation(_ id: String) -> Timestamp? {
        guard id.utf8.count == 24, let seconds = UInt32(id.prefix(8), radix: 16) else { return nil }
        return Timestamp(milliseconds: Int64(seconds) * 1_000)
    }

    private static let cardFields: Set = [
        "actions", "address", "agent", "attachments", "badges", "cardRole", "checkItemStates",
        "checklists", "closed", "coordinates", "cover", "creationMethod", "creationMethodError",
        "creationMethodLoadingStartedAt", "customFieldItems", "customFields", "dateClosed",
        "dateCompleted", "dateLastActivity", "dateViewedByCreator", "desc", "descData", "due",
        "dueComplete", "dueReminder", "email", "externalSource", "faviconUrl", "id",
        "idAttachmentCover", "idBoard", "idChecklists", "idLabels", "idList", "idMemberCreator",
        "idMembers", "idMembersVoted", "idOrganization", "idShort", "isTemplate", "ixUpdate",
        "labels", "limits", "locationName", "manualCoverAttachment", "members", "mirrorSourceId",
        "mirrorSourceNodeId", "name", "nodeId", "originalDesc", "originalName", "pinned",
        "pluginData", "pos", "possibleMirrorTargetUrls", "shortLink", "shortUrl",
        "singleInstrumentationId", "start", "staticMapUrl", "stickers", "subscribed", "url",
        "urlSource", "urlSourceText",
    ]
    private static let checklistFields: Set = [
        "id", "name", "idBoard", "idCard", "pos", "limits", "checkItems", "creationMethod",
    ]
    private static let entryFields: Set = [
        "id", "idChecklist", "name", "nameData", "pos", "state", "due", "dueReminder", "idMember", "limits",
        "type", "creationMethod",
    ]
}
