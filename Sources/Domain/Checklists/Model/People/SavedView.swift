/// A query for items that a person saved under a name.
public struct SavedView: Identifiable, Hashable, Sendable {
    /// The number of a view, unique for its person.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// A parameter of the query, as in the address of `GET /v1/items`.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the value is a tag.
        var isTag: Bool { name == "tag" }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// 1 to 100 characters, trimmed, without control characters. Names are not unique.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// The parameters of the query, at most 50. The API checks them; a store does not interpret them.
    public var query: [Parameter]

    /// Creates a view from its stored fields.
    public init(id: ID, name: String, icon: Icon, query: [Parameter]) {
        self.id = id
        self.name = name
        self.icon = icon
        self.query = query
    }
}

/// The fields of a saved view to create.
public struct SavedViewDraft: Hashable, Sendable {
    /// The name as sent; `validated()` trims it.
    public var name: String
    /// The picture beside the name.
    public var icon: Icon
    /// The parameters of the query.
    public var query: [SavedView.Parameter]

    /// Creates a draft.
    public init(name: String, icon: Icon = .folder, query: [SavedView.Parameter] = []) {
        self.name = name
        self.icon = icon
        self.query = query
    }

    /// The rules that the draft breaks.
    public func violations() -> [Violation] {
        TextRule.sectionName.violations(of: name, at: "/name") + query.violations
    }

    /// The draft as it is stored, with its name trimmed.
    /// - Throws: `invalid`.
    func validated() throws(ChecklistsError) -> SavedViewDraft {
        try violations().throwIfAny()
        var draft = self
        draft.name = TextRule.sectionName.kept(name)
        return draft
    }
}

/// A partial update of a saved view; `nil` leaves a field unchanged.
public struct SavedViewPatch: Hashable, Sendable {
    /// The new name.
    public var name: String?
    /// The new picture.
    public var icon: Icon?
    /// The parameters of the new query.
    public var query: [SavedView.Parameter]?

    /// Creates an empty patch.
    public init() {}

    /// The rules that the patch breaks.
    public func violations() -> [Violation] {
        (name.map { TextRule.sectionName.violations(of: $0, at: "/name") } ?? []) + (query?.violations ?? [])
    }

    /// The view with the patch.
    /// - Throws: `invalid`.
    func applied(to view: SavedView) throws(ChecklistsError) -> SavedView {
        try violations().throwIfAny()
        var view = view
        if let name { view.name = TextRule.sectionName.kept(name) }
        if let icon { view.icon = icon }
        if let query { view.query = query }
        return view
    }
}

extension [SavedView.Parameter] {
    /// The rules that the parameters break.
    fileprivate var violations: [Violation] {
        guard count <= Limits.viewParametersMax else {
            return [Violation("/query", .tooMany(max: Limits.viewParametersMax, "parameters"))]
        }
        let bytesMax = Limits.viewParameterBytesMax
        return flatMap { parameter -> [Violation] in
            let pointer = "/query/\(parameter.name)"
            if parameter.isTag { return Tag.violations(of: parameter.value, at: pointer) }
            let isTooLong = parameter.name.utf8.count > bytesMax || parameter.value.utf8.count > bytesMax
            return isTooLong ? [Violation(pointer, .tooLong(max: bytesMax, .bytes))] : []
        }
    }
}

/// A saved view, and the revision of its person's preferences.
public struct RevisedView: Hashable, Sendable {
    /// The view.
    public var view: SavedView
    /// The revision that last changed the preferences.
    public var revision: Revision

    /// Creates a pair.
    public init(_ view: SavedView, in revision: Revision) {
        self.view = view
        self.revision = revision
    }
}
