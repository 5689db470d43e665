import Checklists
import JSON

/// Reads the notes of Google Keep in an archive of Google Takeout, one JSON file of it, or an array of notes.
///
/// A note with check boxes is a list. The other notes are items of one list.
struct GoogleKeepReader: ForeignReader {
    var document: ForeignDocument
    /// The list of the notes without check boxes.
    private var texts = ForeignList(name: "Google Keep")

    init(document: ForeignDocument) { self.document = document }

    mutating func read(_ file: UnpackedFile) throws(ImportError) {
        if let archive = file.archive {
            let notes = Set(file.readable.filter { $0.lowercased().hasSuffix(".json") })
            for name in archive.names {
                let root =
                    notes.contains(name)
                    ? try JSONFile.parse(archive.content(of: name), document.settings.limits) : .null
                // Takeout has a page beside each note, and files of its other services.
                let note = ForeignObject(root, at: name, document.notes)
                if note.map({ isRead($0) }) != true { document.notes.add(name, "", .unknown) }
            }
        } else {
            let root = try JSONFile.parse(file.bytes, document.settings.limits)
            for note in document.objects(of: root) where !isRead(note) { note.note(.unknown) }
        }
        if !texts.items.isEmpty { document.lists.append(texts) }
    }

    /// Whether the object is a note, which it then reads.
    private mutating func isRead(_ note: ForeignObject) -> Bool {
        guard note.has("listContent") || note.has("textContent") else { return false }
        for (name, reason) in [("isTrashed", ImportNote.Code.deleted), ("isArchived", .archived)]
        where note.flag(name) {
            note.note(reason, note["title"]?.text ?? note["textContent"]?.text?.asReference ?? "")
            return true
        }
        var item = ForeignItem(at: note.place, text: note.text("title") ?? "")
        item.draft.important = note.flag("isPinned")
        item.tags = note.texts("labels", "name")
        item.createdAt = Self.moment("createdTimestampUsec", of: note)
        item.updatedAt = Self.moment("userEditedTimestampUsec", of: note)
        let (links, files) = (note.texts("annotations", "url"), note.texts("attachments", "filePath"))
        if note.has("listContent") {
            readList(note, item, links: links, files: files)
        } else {
            item.draft.notes = note.text("textContent")
            for link in links where !(item.draft.notes?.contains(link) ?? false) { item.keep("Link", link) }
            for file in files { item.keep("Attachment", file) }
            texts.items.append(item)
        }
        return true
    }

    /// Reads a note with check boxes. Its items have its labels.
    private mutating func readList(
        _ note: ForeignObject, _ model: ForeignItem, links: [String], files: [String]
    ) {
        var list = ForeignList(name: model.draft.text.isEmpty ? nil : model.draft.text, place: note.place)
        for row in note.objects("listContent") {
            var item = model
            item.place = row.place
            item.draft.text = row.text("text") ?? ""
            item.draft.important = nil
            if row.flag("isChecked") { item.check() }
            list.items.append(item)
        }
        for link in links { note.note("annotations", .notSupported, link) }
        note.noteAttachments(files.count, files)
        if let text = note["textContent"]?.text { note.note("textContent", .notSupported, text) }
        if model.draft.important == true { note.note("isPinned", .notSupported, "true") }
        document.lists.append(list)
    }

    /// A moment in microseconds since 1970.
    private static func moment(_ name: String, of note: ForeignObject) -> Timestamp? {
        note.integer(name).map { Timestamp(milliseconds: Int64($0 / 1_000)) }
    }
}
