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
