import Checklists

/// A headline or a box of an org file, with what belongs to it.
struct OrgNode {
    enum Kind {
        case headline(OrgHeadline)
        /// A line of a list with a box, or a plain one.
        case bullet(isBox: Bool, isChecked: Bool)
    }

    let kind: Kind
    let place: String
    /// The index of the headline or bullet above it.
    let parent: Int?
    var item: ForeignItem
    /// The lines of the text.
    var body: [String] = []
    /// Whether a `SCHEDULED` or `DEADLINE` belongs to the headline.
    var isPlanned = false

    init(_ kind: Kind, _ line: TextLine, parent: Int?, text: String) {
        self.kind = kind
        self.place = line.place
        self.parent = parent
        item = ForeignItem(at: line.place, text: text)
    }

    var headline: OrgHeadline? {
        if case .headline(let headline) = kind { headline } else { nil }
    }

    var isHeadline: Bool { headline != nil }

    /// Whether the node is an item in each file: it has a box, a keyword or a planned time.
    var isTask: Bool {
        switch kind {
        case .headline(let headline): headline.keyword != nil || isPlanned
        case .bullet(let isBox, _): isBox
        }
    }
}
