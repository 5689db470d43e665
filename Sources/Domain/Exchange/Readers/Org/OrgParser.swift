import Checklists
import Dates

/// Reads the lines of an org file to headlines and bullets with their texts.
struct OrgParser {
    private let settings: ImportSettings
    private let keywords: OrgKeywords
    private let drawers: OrgDrawers
    private var notes: ImportNotes
    private var nodes: [OrgNode] = []
    private var title: String?
    private var tags: [String] = []
    /// The open headlines, from the highest level to the deepest.
    private var headlines: [(level: Int, index: Int)] = []
    private var bullets = IndentationStack()
    /// The drawer of the line.
    private var drawer: Drawer?
    /// The name of the block of the line, such as `SRC`.
    private var block: String?
    /// Whether only planning and drawers came after the headline.
    private var isAtHead = false
    private var isInText = false
    private var blanks = 0

    /// The times below the last headline so far.
    private var planning = OrgPlanning()

    private enum Drawer { case properties, left, kept }

    init(_ settings: ImportSettings, _ lines: TextLines) {
        self.settings = settings
        keywords = OrgKeywords(lines)
        drawers = OrgDrawers(lines)
        notes = ForeignDocument(settings).notes
    }

    var nodesCount: Int { nodes.count }

    mutating func add(_ line: TextLine) {
        if line.columns == 0, let headline = OrgHeadline(line.text, keywords) { return begin(headline, line) }
        if takeDrawer(line) || takeBlock(line) { return }
        if line.isBlank {
            isInText = false
            blanks += 1
            return
        }
        if takeOption(line) { return }
        if isAtHead, takePlanning(line) { return }
        endPlanning()
        if let bullet = OrgBullet(line) { return begin(bullet, line) }
        addText(line)
    }

    /// The document with its items.
    mutating func finish() -> ForeignDocument {
        endPlanning()
        var maker = OrgMaker(nodes, tags: tags, notes)
        var document = ForeignDocument(settings)
        var list = ForeignList(name: title)
        maker.make(&list)
        (document.lists, document.notes) = ([list], maker.notes)
        return document
    }

    // MARK: - Nodes

    private mutating func begin(_ headline: OrgHeadline, _ line: TextLine) {
        endPlanning()
        while let last = headlines.last, last.level >= headline.level { headlines.removeLast() }
        let node = OrgNode(
            .headline(headline), line, parent: headlines.last?.index, text: headline.title)
        headlines.append((headline.level, nodes.count))
        nodes.append(node)
        bullets.removeAll()
        (drawer, block, isAtHead, isInText, blanks) = (nil, nil, true, false, 0)
    }

    private mutating func begin(_ bullet: OrgBullet, _ line: TextLine) {
        let parent = bullets.parent(at: line.columns) ?? headlines.last?.index
        // A bullet without a box is a part of the text of a task.
        if !bullet.isBox, let parent, isTask(parent) { return addText(line) }
        let kind = OrgNode.Kind.bullet(isBox: bullet.isBox, isChecked: bullet.isChecked)
        bullets.push(nodes.count, at: line.columns)
        nodes.append(OrgNode(kind, line, parent: parent, text: bullet.text))
        (isInText, blanks) = (false, 0)
    }

    private func isTask(_ index: Int) -> Bool { nodes[index].isTask }

    // MARK: - Text

    private mutating func addText(_ line: TextLine, verbatim: Bool = false) {
        defer { (isInText, blanks) = (true, 0) }
        guard let owner = bullets.owner(at: line.columns)?.index ?? headlines.last?.index else {
            if !isInText { notes.append(ImportNote(line.place, "", .unknown, start(of: line))) }
            return
        }
        if !nodes[owner].body.isEmpty {
            for _ in 0..<blanks { nodes[owner].body.append("") }
        }
        let text = verbatim ? line.text : line.content
        // A comma keeps a line of a block from being a headline.
        let isQuoted = verbatim && (line.content.hasPrefix(",*") || line.content.hasPrefix(",#+"))
        nodes[owner].body.append(String(isQuoted ? line.content.dropFirst() : text))
    }

    private func start(of line: TextLine) -> String { String(line.content.prefix(100)).trimmed }

    private mutating func takeBlock(_ line: TextLine) -> Bool {
        guard line.content.utf8.first == UInt8(ascii: "#") || block != nil else { return false }
        let start = line.content.prefix(40).uppercased()
        if let name = block {
            if start.hasPrefix("#+END_\(name)") { block = nil }
        } else {
            guard start.hasPrefix("#+BEGIN_") else { return false }
            block = String(start.dropFirst("#+BEGIN_".count).prefix { $0 != " " })
        }
        isAtHead = false
        addText(line, verbatim: true)
        return true
    }

    /// Takes `#+TITLE:` and other options, and comments.
    private mutating func takeOption(_ line: TextLine) -> Bool {
        guard line.content.utf8.first == UInt8(ascii: "#") else { return false }
        if let option = OrgOption(line.content) {
            switch option.name {
            case "TITLE": if title == nil { title = option.value }
            case "FILETAGS":
                tags += option.value.split(whereSeparator: { $0 == ":" || $0 == " " }).map(String.init)
            case "TODO", "SEQ_TODO", "TYP_TODO": break
            default:
                guard !option.value.isEmpty else { break }
                notes.append(ImportNote(line.place, "#+\(option.name)", .notSupported, option.value))
            }
            return true
        }
        guard line.content == "#" || line.content.hasPrefix("# ") else { return false }
        let text = String(line.content.dropFirst().prefix(100)).trimmed
        if !text.isEmpty { notes.append(ImportNote(line.place, "comment", .notSupported, text)) }
        return true
    }

    // MARK: - Drawers

    private mutating func takeDrawer(_ line: TextLine) -> Bool {
        if let drawer {
            if OrgDrawers.isEnd(line) {
                self.drawer = nil
            } else if drawer == .properties {
                takeProperty(line)
            } else if drawer == .kept {
                addText(line)
            }
            return true
        }
        guard block == nil, let name = drawers.names[line.number] else { return false }
        switch name.uppercased() {
        case "PROPERTIES": drawer = .properties
        case "LOGBOOK", "CLOCK":
            drawer = .left
            notes.append(ImportNote(line.place, name, .notSupported))
        default: drawer = .kept
        }
        return true
    }

    private mutating func takeProperty(_ line: TextLine) {
        let parts = line.content.dropFirst().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard line.content.utf8.first == UInt8(ascii: ":"), parts.count == 2 else {
            notes.append(ImportNote(line.place, "", .unknown, start(of: line)))
            return
        }
        let (name, value) = (String(parts[0]), String(parts[1]).trimmed)
        guard let owner = headlines.last?.index else {
            if !value.isEmpty { notes.append(ImportNote(line.place, name, .notSupported, value)) }
            return
        }
        switch name.uppercased() {
        case "CREATED":
            guard let moment = OrgTimestamp(value[...], in: settings.zone)?.due.moment(in: settings.zone)
            else {
                return nodes[owner].item.keep(name, value)
            }
            nodes[owner].item.createdAt = moment
        case "ID", "CUSTOM_ID", "LAST_REPEAT", "STYLE", "ORDERED", "COOKIE_DATA", "ARCHIVE_TIME":
            notes.append(ImportNote(line.place, name, .notSupported, value))
        default: nodes[owner].item.keep(name, value)
        }
    }

    // MARK: - Planning

    /// Takes a line such as `DEADLINE: <2026-12-01> SCHEDULED: <2026-11-30>`.
    private mutating func takePlanning(_ line: TextLine) -> Bool {
        guard !headlines.isEmpty, line.content.utf8.count <= Self.planningBytesMax else { return false }
        var planning = planning
        guard planning.read(line.content, in: settings.zone) else { return false }
        self.planning = planning
        return true
    }

    /// Gives the times below a headline to it, after its last planning line.
    private mutating func endPlanning() {
        isAtHead = false
        guard !planning.isEmpty, let owner = headlines.last?.index else { return }
        if planning.hasDue { nodes[owner].isPlanned = true }
        let isDone = nodes[owner].headline?.keyword?.isDone ?? false
        planning.set(&nodes[owner].item, isDone: isDone, in: settings.zone)
        planning = OrgPlanning()
    }

    private static let planningBytesMax = 500
}

extension Due {
    /// The moment, or the beginning of the day.
    func moment(in zone: LocalTime) -> Timestamp {
        switch self {
        case .day(let day): zone.beginning(of: day)
        case .moment(let moment): moment
        }
    }
}
