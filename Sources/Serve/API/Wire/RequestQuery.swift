import Checklists
import HTTP

/// What an endpoint takes from the query.
protocol RequestQuery: Sendable {
    /// Reads the parameters. What it does not ask for is refused after it.
    init(_ query: inout QueryReader)
}

extension RequestQuery {
    /// Reads all of the query of a target.
    /// - Throws: `Problem` 400 where it cannot be decoded; `RequestError.invalidQuery` for what cannot be
    ///   asked.
    init(_ target: RequestTarget, _ cursors: CursorCipher) throws {
        var query = try QueryReader(target, cursors)
        self.init(&query)
        try query.finish()
    }
}

/// No query: any parameter is refused.
struct NoQuery: RequestQuery {
    init(_ query: inout QueryReader) {}
}

extension ChecklistQuery: RequestQuery {
    /// Which checklists a request is about.
    init(_ query: inout QueryReader) {
        self.init()
        text = query.value("q", .text) ?? ""
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
    }
}

extension ItemQuery: RequestQuery {
    /// Which items a request is about, on all lists.
    init(_ query: inout QueryReader) {
        self.init()
        filter = ItemFilter(&query)
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
    }
}

extension ItemFilter: RequestQuery {
    /// What items a query asks for.
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
    /// The part of a collection that a query asks for.
    init(_ query: inout QueryReader) {
        self.init(
            limit: query.value("limit", .limit) ?? Limits.pageElementsDefault,
            cursor: query.value("cursor", .cursor(query.cursors))
        )
    }
}
