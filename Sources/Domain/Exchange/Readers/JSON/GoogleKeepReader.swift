import Checklists
import JSON

/// Reads the notes of Google Keep in an archive of Google Takeout, one JSON file of it, or an array of notes.
///
/// A note with check boxes is a list. The other notes are items of one list.
struct GoogleKeepReader: JSONFileReader {
    private(set) var document: ForeignDocument
    /// The list of the notes without check boxes.
    private var texts = ForeignList(name: "Google Keep")

    init(_ settings: ImportSettings) { document = ForeignDocument(settings) }

    static func document(
        in file: UnpackedFile, _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var reader = GoogleKeepReader(settings)
        if let archive = file.archive {
            let notes = Set(file.readable.filter { $0.lowercased().hasSuffix(".json") })
            for name in archive.names {
                let root =
                    notes.contains(name)
                    ? try JSONFile.parse(archive.content(of: name), settings.limits) : .null
                // Takeout has a page beside each note, and files of its other services.
                if !reader.isRead(root, at: name) {
                    reader.document.notes.append(ImportNote(name, "", .unknown))
                }
            }
        } else {
            reader.read(try JSONFile.parse(file.bytes, settings.limits))
        }
        if !reader.texts.items.isEmpty { reader.document.lists.append(reader.texts) }
        return reader.document
    }

    mutating func read(_ root: JSONValue) {
        if isRead(root, at: "") { return }
        for note in ForeignObject.objects(root.elements, at: "", &document.notes) { read(note) }
    }

    /// Whether the value is a note, which it then reads.
    private mutating func isRead(_ root: JSONValue, at place: String) -> Bool {
        guard let note = ForeignObject(root, at: place), note.has("listContent") || note.has("textContent")
        else { return false }
        read(note)
        return true
    }

    private mutating func read(_ note: ForeignObject) {
        for (name, reason) in [("isTrashed", ImportNote.Code.deleted), ("isArchived", .archived)]
        where note.flag(name, &document.notes) {
            let title = note["title"]?.text ?? note["textContent"]?.text?.asReference ?? ""
            return document.notes.append(ImportNote(note.place, "", reason, title))
        }
        let title = note.text("title", &document.notes)
        var item = ForeignItem(at: note.place, text: title ?? "")
        item.draft.important = note.flag("isPinned", &document.notes)
        item.setTags(note.objects("labels", &document.notes).compactMap { $0["name"]?.text })
        item.createdAt = moment("createdTimestampUsec", of: note)
        item.updatedAt = moment("userEditedTimestampUsec", of: note)
        note.reportOthers(knowing: Self.fields, &document.notes)
        if note.has("listContent") {
            readList(note, item)
        } else {
            item.draft.notes = note.text("textContent", &document.notes)
            for link in links(of: note) where !(item.draft.notes?.contains(link) ?? false) {
                item.keep("Link", link)
            }
            for file in note.objects("attachments", &document.notes) {
                item.keep("Attachment", file["filePath"]?.text)
            }
            texts.items.append(item)
        }
    }

    /// Reads a note with check boxes. Its items have its labels.
    private mutating func readList(_ note: ForeignObject, _ model: ForeignItem) {
        var list = ForeignList(name: model.draft.text.isEmpty ? nil : model.draft.text, place: note.place)
        for row in note.objects("listContent", &document.notes) {
            var item = model
            item.place = row.place
            item.draft.text = row.text("text", &document.notes) ?? ""
            item.draft.important = nil
            if row.flag("isChecked", &document.notes) { item.check() }
            list.items.append(item)
        }
        let others =
            links(of: note).map { ("annotations", $0) }
            + note.objects("attachments", &document.notes).map { ("attachments", $0["filePath"]?.text ?? "") }
            + [("textContent", note["textContent"]?.text ?? "")]
            + [("isPinned", model.draft.important == true ? "true" : "")]
        for (name, value) in others where !value.isEmpty {
            document.notes.append(ImportNote(note.place, name, .notSupported, value))
        }
        document.lists.append(list)
    }

    private mutating func links(of note: ForeignObject) -> [String] {
        note.objects("annotations", &document.notes).compactMap { $0["url"]?.text }
    }

    /// A moment in microseconds since 1970.
    private mutating func moment(_ name: String, of note: ForeignObject) -> Timestamp? {
        note.integer(name, &document.notes).map { Timestamp(milliseconds: Int64($0 / 1_000)) }
    }

    private static let fields: Set = [
        "annotations", "attachments", "color", "createdTimestampUsec", "isArchived", "isPinned", "isTrashed",
        "labels", "listContent", "textContent", "textContentHtml", "title", "userEditedTimestampUsec",
    ]
}
