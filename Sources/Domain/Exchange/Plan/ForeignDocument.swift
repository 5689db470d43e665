import Checklists
import Dates

/// The lists of a file as the other program describes them, before the rules of this service apply.
struct ForeignDocument {
    var lists: [ForeignList] = []
    var notes: ImportNotes
    /// The meaning of each column of a CSV file; `nil` for other files.
    var columns: [String]?

    init(_ settings: ImportSettings) {
        notes = ImportNotes(max: settings.limits.notesMax)
    }
}

/// A list of a file.
struct ForeignList {
    /// The name; `nil` for `ImportSettings.listName`.
    var name: String?
    /// Where the list is in the file.
    var place = ""
    /// The names of the sections in their order. Items can name further ones.
    var sections: [String] = []
    var items: [ForeignItem] = []

    init(name: String? = nil, place: String = "") {
        self.name = name
        self.place = place
    }
}

/// An item of a file.
struct ForeignItem {
    /// Where the item is in the file: `row 12`.
    var place: String
    /// The fields that items have here. Texts may be too long, and several lines.
    var draft = ItemDraft(text: "")
    /// The name of the section.
    var section: String?
    /// The index of the parent in `ForeignList.items`, before or after this item.
    var parent: Int?
    /// The due date in words, and their language.
    var dueWords: (text: String, language: Language?)?
    /// The name of the field that holds `dueWords`.
    var dueField = ""
    /// Fields that items do not have. They become lines of the notes: `Assigned to: Ada`.
    var others: [(name: String, value: String)] = []
    var createdAt: Timestamp?
    var updatedAt: Timestamp?
    var completionsCount = 0

    init(at place: String, text: String = "") {
        self.place = place
        draft.text = text
    }

    /// Adds a line to the notes for a field that items do not have, unless the value is empty.
    mutating func keep(_ name: String, _ value: String?) {
        guard let value = value?.trimmed, !value.isEmpty else { return }
        others.append((name, value))
    }

    /// The due time.
    var due: Due? {
        get { draft.dueOn.map(Due.day) ?? draft.dueDate.map(Due.moment) }
        set {
            (draft.dueOn, draft.dueDate) = (nil, nil)
            switch newValue {
            case .day(let day): draft.dueOn = day
            case .moment(let moment): draft.dueDate = moment
            case nil: break
            }
        }
    }

    /// When the work can begin.
    var start: Due? {
        get {
            (draft.patch.details.startOn ?? nil).map(Due.day)
                ?? (draft.patch.details.startDate ?? nil).map(Due.moment)
        }
        set {
            (draft.patch.details.startOn, draft.patch.details.startDate) = (nil, nil)
            switch newValue {
            case .day(let day): draft.patch.details.startOn = day
            case .moment(let moment): draft.patch.details.startDate = moment
            case nil: break
            }
        }
    }

    /// Marks the item as done.
    mutating func check(at moment: Timestamp? = nil) {
        draft.checked = true
        draft.checkedAt = moment
    }
}
