import Checklists
import Dates
import JSON

/// Reads the JSON export of a board of Trello, an array of them, or the export of a single card.
struct TrelloReader: ForeignReader {
    var document: ForeignDocument

    mutating func read(_ root: JSONValue) {
        for board in document.objects(of: root) {
            let isCard = board.has("idList")
            var list = ForeignList(name: isCard ? nil : board.text("name"), place: board.place)
            let reader = TrelloCardReader(of: board, document.settings)
            if isCard {
                reader.read(board, section: nil, into: &list)
            } else {
                readBoard(board, reader, &list)
            }
            document.lists.append(list)
        }
    }

    private func readBoard(_ board: ForeignObject, _ reader: TrelloCardReader, _ list: inout ForeignList) {
        if let text = board.text("desc") { board.note("desc", .notSupported, text) }
        var sections: [String: String] = [:]
        var names = SectionNames()
        var archived: Set<String> = []
        for column in board.objects("lists", by: "pos") {
            guard let id = column.id("id") else { continue }
            let name = column.text("name") ?? ""
            if column.flag("closed") {
                archived.insert(id)
                column.note(.archived, name)
            } else {
                let name = names.next(name.asLine)
                sections[id] = name
                list.sections.append(name)
            }
        }
        for card in board.objects("cards", by: "pos") {
            let column = card.id("idList")
            if card.flag("closed") || column.map(archived.contains) ?? false {
                card.note(.archived, card["name"]?.text ?? "")
            } else {
                let section = column.flatMap { sections[$0] }
                if let column, section == nil { card.note("idList", .invalid, column) }
                reader.read(card, section: section, into: &list)
            }
        }
    }
}
