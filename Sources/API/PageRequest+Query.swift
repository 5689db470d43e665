import Checklists

extension PageRequest {
    /// The part of a collection that a query asks for.
    init(_ query: inout QueryReader) {
        self.init(
            limit: query.value("limit", .limit) ?? Limits.pageElementsDefault,
            cursor: query.value("cursor", .cursor)
        )
    }
}
