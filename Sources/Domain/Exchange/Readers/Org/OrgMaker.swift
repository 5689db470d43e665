import Checklists

/// Makes items and sections of the headlines and bullets of an org file.
struct OrgMaker {
    private let nodes: [OrgNode]
    private let tags: [String]
    private let notes: NoteLog
    /// What each node becomes.
    private var roles: [Role]
    /// The index of the item of each node.
    private var indexes: [Int?]
    /// The name of the section of each node that is one.
    private var sectionNames: [Int: String] = [:]

    private enum Role { case item, section, text, left }

    init(_ nodes: [OrgNode], tags: [String], _ notes: NoteLog) {
        (self.nodes, self.notes) = (nodes, notes)
        self.tags = Array(tags.prefix(Limits.tagsMax))
        roles = Array(repeating: .left, count: nodes.count)
        indexes = Array(repeating: nil, count: nodes.count)
        assignRoles()
    }

    // MARK: - Roles

    private mutating func assignRoles() {
        let hasTasks = nodes.contains(where: \.isTask)
        var hasChildren = Array(repeating: false, count: nodes.count)
        var hasItems = hasChildren
        // Children follow their parents.
        for index in nodes.indices.reversed() {
            let node = nodes[index]
            let isItem = node.isTask || !hasTasks && !(node.isHeadline && hasChildren[index])
            if isItem || hasItems[index], let parent = node.parent { hasItems[parent] = true }
            if let parent = node.parent { hasChildren[parent] = true }
            roles[index] = isItem ? .item : hasItems[index] && node.isHeadline ? .section : .left
        }
        // A headline below an item is a part of its text.
        for index in nodes.indices {
            guard let parent = nodes[index].parent, roles[index] != .item else { continue }
            if roles[parent] == .item || roles[parent] == .text { roles[index] = .text }
        }
    }

    // MARK: - Items

    mutating func make(_ list: inout ForeignList) {
        var bodies: [Int: [String]] = [:]
        var names = SectionNames()
        for (index, node) in nodes.enumerated() {
            switch roles[index] {
            case .item:
                indexes[index] = list.items.count
                list.items.append(item(node))
                if !node.body.isEmpty { bodies[list.items.count - 1, default: []] += node.body }
            case .section:
                let above = node.parent.flatMap { sectionNames[$0] }
                let name = names.next(node.item.draft.text, below: above)
                sectionNames[index] = name
                list.sections.append(name)
                reportBody(of: node)
            case .text:
                indexes[index] = node.parent.flatMap { indexes[$0] }
                if let owner = indexes[index] {
                    bodies[owner, default: []] += [node.item.draft.text] + node.body
                }
            case .left:
                notes.add(node.place, "", .unknown, node.item.draft.text)
                reportBody(of: node)
            }
        }
        for (index, body) in bodies { list.items[index].draft.addLine(body.joined(separator: "\n")) }
    }

    private func reportBody(of node: OrgNode) {
        guard let line = node.body.first(where: { !$0.isEmpty }) else { return }
        notes.add(node.place, "text", .unknown, line)
    }

    private func item(_ node: OrgNode) -> ForeignItem {
        var item = node.item
        item.parent = node.parent.flatMap { indexes[$0] }
        var tags = inherited(by: node, &item)
        switch node.kind {
        case .bullet(_, let isChecked): if isChecked { item.check() }
        case .headline(let headline):
            tags += headline.tags
            if let priority = headline.priority { item.set(priority: priority, highest: "A") }
            guard let (word, isDone) = headline.keyword else { break }
            if isDone { item.draft.checked = true }
            if word != "TODO", word != "DONE" { item.keep("State", word) }
        }
        item.tags = tags
        return item
    }

    /// Gives an item the section above it.
    /// - Returns: The tags of the file, and of all sections above.
    private func inherited(by node: OrgNode, _ item: inout ForeignItem) -> [String] {
        var above = node.parent
        var tags: [String] = []
        var steps = 0
        while let index = above, steps < Self.sectionsAboveMax, tags.count < Limits.tagsMax {
            if roles[index] == .section, let headline = nodes[index].headline {
                if item.section == nil { item.section = sectionNames[index] }
                tags = headline.tags.prefix(Limits.tagsMax) + tags
            }
            above = nodes[index].parent
            steps += 1
        }
        return self.tags + tags
    }

    /// The number of headlines above an item that can give it a section or tags.
    private static let sectionsAboveMax = 50
}
