extension [SortKey<ItemQuery.Property>] {
    /// The keys as clients write them: `checked,-important,dueDate`.
    public var text: String {
        map { ($0.descending ? "-" : "") + $0.property.rawValue }.joined(separator: ",")
    }
}

extension Array {
    /// Reads keys as clients write them; `nil` if one is unknown, missing or given twice.
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
