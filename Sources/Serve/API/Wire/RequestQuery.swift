import Checklists
import HTTP

/// The query that an endpoint accepts.
protocol RequestQuery: Sendable {
    /// Reads the parameters. All others are refused afterwards.
    init(_ query: inout QueryReader)

    /// Whether the response depends only on stored data.
    var isCacheable: Bool { get }
}

extension RequestQuery {
    /// The default: `true`.
    var isCacheable: Bool { true }
}

extension RequestQuery {
    /// Reads the complete query of a target.
    /// - Throws: `Problem` 400 if it cannot be decoded; `RequestError.invalidQuery` for unknown or invalid
    ///   parameters.
    init(_ target: RequestTarget, _ cursors: CursorCipher) throws {
        var query = try QueryReader(target, cursors)
        self.init(&query)
        try query.finish()
    }
}

/// Refuses any parameter.
struct NoQuery: RequestQuery {
    init(_ query: inout QueryReader) {}
}

extension ChecklistQuery: RequestQuery {
    /// Reads a query for checklists.
    init(_ query: inout QueryReader) {
        self.init()
        text = query.value("q", .text) ?? ""
        isArchived = query.value("archived", .archived) ?? nil
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
    }
}

extension ItemFilter: RequestQuery {
    /// Reads the filter of items.
    init(_ query: inout QueryReader) {
        self.init()
        for flag in Item.Flag.allCases { flags[flag] = query.value(flag.rawValue, .boolean) }
        dueBefore = query.value("dueBefore", .timestamp)
        dueAfter = query.value("dueAfter", .timestamp)
        uid = query.value("uid", .text).map { $0.isUUID ? $0.lowercased() : $0 }
        text = query.value("q", .text) ?? ""
    }
}

extension PageRequest: RequestQuery {
    /// Reads `limit` and `cursor`.
    init(_ query: inout QueryReader) {
        self.init(
            limit: query.value("limit", .limit) ?? Limits.pageElementsDefault,
            cursor: query.value("cursor", .cursor(query.cursors))
        )
    }
}
