import Checklists
import Dates

@testable import Exchange

extension ForeignFormat {
    /// The plan of a file that is a text.
    func plan(of text: String, _ settings: ImportSettings = .fixed()) throws(ImportError) -> ImportPlan {
        try plan(of: Array(text.utf8), settings)
    }
}

extension ImportPlan {
    /// The first item with a text, on any list.
    func item(_ text: String) -> ImportedItem? {
        checklists.lazy.flatMap(\.items).first { $0.draft.text == text }
    }

    /// The draft of the first item with a text.
    func draft(_ text: String) -> ItemDraft? { item(text)?.draft }

    /// The texts of the items of a list, with the text of the parent in front of subtasks: `A/B`.
    func outline(_ list: Int = 0) -> [String] {
        guard checklists.indices.contains(list) else { return [] }
        let items = checklists[list].items
        return items.map { item in
            (item.parent.map { "\(items[$0].draft.text)/" } ?? "") + item.draft.text
        }
    }

    /// The name of the section of an item.
    func section(of text: String) -> String? {
        for list in checklists {
            if let item = list.items.first(where: { $0.draft.text == text }) {
                return item.section.map { list.sections[$0] }
            }
        }
        return nil
    }

    /// The notes at places that end with a text.
    func notes(at place: String) -> [ImportNote] { notes.first.filter { $0.place.hasSuffix(place) } }
}

extension ImportSettings {
    /// Fixed settings in another zone.
    static func fixed(zone: String) -> ImportSettings {
        var settings = ImportSettings.fixed()
        settings.zone = LocalTime(zone: zone) ?? .utc
        return settings
    }
}

extension CivilDate {
    /// A day of 2026.
    static func of2026(_ month: Int, _ day: Int) -> CivilDate? {
        CivilDate(year: 2026, month: month, day: day)
    }
}

extension Timestamp {
    /// The moment of an RFC 3339 text.
    static func at(_ text: String) -> Timestamp? { DateText.moment(text, in: .utc) }
}
