import Checklists
import HTTP

extension ItemQuery {
    /// Which items a request is about.
    /// - Throws: `RequestError.invalidQuery` for what cannot be asked.
    init(_ request: Request, of checklistID: Checklist.ID? = nil) throws {
        self.init(checklistID: checklistID)
        var query = try QueryReader(request)
        filter = ItemFilter(&query)
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
        try query.finish()
    }
}

extension ItemFilter {
    /// What items a query asks for.
    init(_ query: inout QueryReader) {
        self.init()
        checked = query.value("checked", .boolean)
        important = query.value("important", .boolean)
        shouldRemind = query.value("shouldRemind", .boolean)
        dueBefore = query.value("dueBefore", .timestamp)
        dueAfter = query.value("dueAfter", .timestamp)
        text = query.value("q", .text) ?? ""
    }
}
