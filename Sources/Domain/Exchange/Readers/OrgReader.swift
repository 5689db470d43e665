import Checklists
import Dates

/// Reads the tasks of an org file.
///
/// - A headline with a keyword is an item. Its text is its notes, and items below it are its subtasks.
/// - A headline without a keyword is a section if there are items below it. It is an item if it has a
///   `SCHEDULED` or `DEADLINE`, or if the file has neither keywords nor boxes. Below an item it is a part of
///   its notes. Others are left out, with a note.
/// - Lines with boxes are items: subtasks of the headline above them, or items of the section.
/// - Items have the tags of the sections above them.
struct OrgReader: ForeignReader {
    var document: ForeignDocument
    private var keywords = OrgKeywords()
    /// The names of the drawers by the numbers of their first lines.
    private var drawers: [Int: String] = [:]
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

    private var zone: LocalTime { document.settings.zone }
    private var notes: NoteLog { document.notes }

    init(document: ForeignDocument) { self.document = document }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        let lines = TextLines(try FileText.decode(bytes))
        keywords = OrgKeywords(lines)
        drawers = Self.drawers(lines)
        for line in lines {
            add(line)
            try document.settings.limits.check(itemsCount: nodes.count)
        }
        endPlanning()
        document.lists = [ForeignList(name: title)]
        var maker = OrgMaker(nodes, tags: tags, document.notes)
        maker.make(&document.lists[0])
    }

    private mutating func add(_ line: TextLine) {
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
        if !bullet.isBox, let parent, nodes[parent].isTask { return addText(line) }
        let kind = OrgNode.Kind.bullet(isBox: bullet.isBox, isChecked: bullet.isChecked)
        bullets.push(nodes.count, at: line.columns)
        nodes.append(OrgNode(kind, line, parent: parent, text: bullet.text))
        (isInText, blanks) = (false, 0)
    }

    // MARK: - Text

    private mutating func addText(_ line: TextLine, verbatim: Bool = false) {
        defer { (isInText, blanks) = (true, 0) }
        guard let owner = bullets.owner(at: line.columns)?.index ?? headlines.last?.index else {
            if !isInText { notes.add(line.place, "", .unknown, start(of: line)) }
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
                notes.add(line.place, "#+\(option.name)", .notSupported, option.value)
            }
            return true
        }
        guard line.content == "#" || line.content.hasPrefix("# ") else { return false }
        let text = String(line.content.dropFirst().prefix(100)).trimmed
        if !text.isEmpty { notes.add(line.place, "comment", .notSupported, text) }
        return true
    }

    // MARK: - Drawers

    private mutating func takeDrawer(_ line: TextLine) -> Bool {
        if let drawer {
            if Self.isDrawerEnd(line) {
                self.drawer = nil
            } else if drawer == .properties {
                takeProperty(line)
            } else if drawer == .kept {
                addText(line)
            }
            return true
        }
        guard block == nil, let name = drawers[line.number] else { return false }
        switch name.uppercased() {
        case "PROPERTIES": drawer = .properties
        case "LOGBOOK", "CLOCK":
            drawer = .left
            notes.add(line.place, name, .notSupported)
        default: drawer = .kept
        }
        return true
    }

    /// The drawers of a file: from a line `:NAME:` to a line `:END:` below the same headline.
    private static func drawers(_ lines: TextLines) -> [Int: String] {
        var names: [Int: String] = [:]
        var open: (number: Int, name: String)?
        for line in lines {
            if line.columns == 0, line.content.utf8.first == UInt8(ascii: "*") {
                open = nil
            } else if isDrawerEnd(line) {
                if let open { names[open.number] = open.name }
                open = nil
            } else if open == nil, let name = drawerName(line) {
                open = (line.number, name)
            }
        }
        return names
    }

    private static func isDrawerEnd(_ line: TextLine) -> Bool { drawerName(line)?.uppercased() == "END" }

    /// The name of a line such as `:LOGBOOK:`.
    private static func drawerName(_ line: TextLine) -> String? {
        guard line.content.utf8.first == UInt8(ascii: ":"), line.content.utf8.count <= drawerBytesMax else {
            return nil
        }
        let text = String(line.content).trimmed.utf8
        let name = text.dropFirst().dropLast()
        guard text.last == UInt8(ascii: ":"), !name.isEmpty,
            name.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: ":") })
        else { return nil }
        return String(Substring(name))
    }

    private static let drawerBytesMax = 100

    private mutating func takeProperty(_ line: TextLine) {
        let parts = line.content.dropFirst().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard line.content.utf8.first == UInt8(ascii: ":"), parts.count == 2 else {
            notes.add(line.place, "", .unknown, start(of: line))
            return
        }
        let (name, value) = (String(parts[0]), String(parts[1]).trimmed)
        guard let owner = headlines.last?.index else {
            if !value.isEmpty { notes.add(line.place, name, .notSupported, value) }
            return
        }
        switch name.uppercased() {
        case "CREATED":
            guard let moment = OrgTimestamp(value[...], in: zone)?.due.moment(in: zone)
            else {
                return nodes[owner].item.keep(name, value)
            }
            nodes[owner].item.createdAt = moment
        case "ID", "CUSTOM_ID", "LAST_REPEAT", "STYLE", "ORDERED", "COOKIE_DATA", "ARCHIVE_TIME":
            notes.add(line.place, name, .notSupported, value)
        default: nodes[owner].item.keep(name, value)
        }
    }

    // MARK: - Planning

    /// Takes a line such as `DEADLINE: <2026-12-01> SCHEDULED: <2026-11-30>`.
    private mutating func takePlanning(_ line: TextLine) -> Bool {
        guard !headlines.isEmpty, line.content.utf8.count <= Self.planningBytesMax else { return false }
        var planning = planning
        guard planning.read(line.content, in: zone) else { return false }
        self.planning = planning
        return true
    }

    /// Gives the times below a headline to it, after its last planning line.
    private mutating func endPlanning() {
        isAtHead = false
        guard !planning.isEmpty, let owner = headlines.last?.index else { return }
        if planning.hasDue { nodes[owner].isPlanned = true }
        let isDone = nodes[owner].headline?.keyword?.isDone ?? false
        planning.set(&nodes[owner].item, isDone: isDone, in: zone)
        planning = OrgPlanning()
    }

    private static let planningBytesMax = 500
}
