import Checklists
import Dates
import JSON

/// Reads the JSON export of a board of Trello, or an array of them.
struct TrelloReader: JSONFileReader {
    private(set) var document: ForeignDocument
    private let settings: ImportSettings

    init(_ settings: ImportSettings) {
        document = ForeignDocument(settings)
        self.settings = settings
    }

    mutating func read(_ root: JSONValue) {
        if let board = ForeignObject(root, at: "") {
            readBoard(board)
        } else {
            let boards = ForeignObject.objects(root.elements, at: "", &document.notes)
            for board in boards { readBoard(board) }
        }
    }

    private mutating func readBoard(_ board: ForeignObject) {
        if board.has("idList") {
            readCard(board)
            return
        }
        var list = ForeignList(name: board.text("name", &document.notes), place: board.place)
        if let text = board.text("desc", &document.notes) {
            document.notes.append(ImportNote(board.place, "desc", .notSupported, text))
        }
        var sections: [String: String] = [:]
        var names = SectionNames()
        var archived: Set<String> = []
        let columns = board.objects("lists", &document.notes).sorted(byPosition: { $0.position("pos") })
        for column in columns {
            guard let id = column.id("id") else { continue }
            let name = column.text("name", &document.notes) ?? ""
            if column.flag("closed", &document.notes) {
                archived.insert(id)
                document.notes.append(ImportNote(column.place, "", .archived, name))
            } else {
                let name = names.next(name.asLine)
                sections[id] = name
                list.sections.append(name)
            }
        }
        let reader = TrelloCardReader(of: board, settings, &document.notes)
        for card in board.objects("cards", &document.notes).sorted(byPosition: { $0.position("pos") }) {
            let column = card.id("idList")
            if card.flag("closed", &document.notes) || column.map(archived.contains) ?? false {
                let name = card["name"]?.text ?? ""
                document.notes.append(ImportNote(card.place, "", .archived, name))
            } else {
                let section = column.flatMap { sections[$0] }
                if let column, section == nil {
                    document.notes.append(ImportNote(card.place, "idList", .invalid, column))
                }
                reader.read(card, section: section, into: &list, &document.notes)
            }
        }
        board.reportOthers(knowing: Self.boardFields, &document.notes)
        document.lists.append(list)
    }

    /// Reads the export of a single card.
    private mutating func readCard(_ card: ForeignObject) {
        var list = ForeignList(place: card.place)
        let reader = TrelloCardReader(of: card, settings, &document.notes)
        reader.read(card, section: nil, into: &list, &document.notes)
        document.lists.append(list)
    }

    private static let boardFields: Set = [
        "id", "nodeId", "name", "desc", "descData", "closed", "creationMethod", "creationMethodError",
        "creationMethodLoadingStartedAt", "dateClosed", "dateLastActivity", "dateLastView",
        "datePluginDisable", "enterpriseOwned", "idBoardSource", "idEnterprise", "idMemberCreator",
        "idOrganization", "idTags", "ixUpdate", "labelNames", "labels", "limits", "memberships", "members",
        "pinned", "pluginData", "powerUps", "premiumFeatures", "prefs", "shortLink", "shortUrl", "starred",
        "subscribed", "templateGallery", "url", "lists", "cards", "checklists", "actions", "customFields",
        "type", "structure",
    ]
}
