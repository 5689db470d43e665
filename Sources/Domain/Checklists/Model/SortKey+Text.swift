extension [SortKey<ItemQuery.Property>] {
    /// The sort keys in the syntax of the `sort` parameter: `checked,-important,dueDate`.
    public var text: String {
        map { ($0.descending ? "-" : "") + $0.property.rawValue }.joined(separator: ",")
    }

    /// Parses the syntax of the `sort` parameter; `nil` if a key is unknown, empty or repeated, or if a key
    /// that groups by list or section follows another key than `checked` and `important`.
    public init?(itemSort text: String) {
        self.init(sort: text)
        var hasValue = false
        for key in self {
            if key.property.isGroup, hasValue { return nil }
            hasValue = hasValue || key.property.hasManyValues
        }
    }
}

extension Array {
    /// Parses the syntax of the `sort` parameter; `nil` if a key is unknown, empty or repeated.
    public init?<Property>(sort text: String)
    where Element == SortKey<Property>, Property: RawRepresentable<String> {
        self = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let descending = part.hasPrefix("-")
            guard let property = Property(rawValue: String(descending ? part.dropFirst() : part)),
                !contains(where: { $0.property == property })
            else { return nil }
            append(SortKey(property, descending: descending))
        }
    }
}
