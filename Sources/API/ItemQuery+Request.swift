import Checklists
import HTTP

extension ItemQuery {
    /// Which items a request is about.
    /// - Throws: `RequestError.invalidQuery` for what cannot be asked.
    init(_ request: Request, of checklistID: Checklist.ID? = nil) throws {
        self.init(checklistID: checklistID)
        var query = try QueryReader(request)
        filter.checked = query.value("checked", .boolean)
        filter.important = query.value("important", .boolean)
        filter.shouldRemind = query.value("shouldRemind", .boolean)
        filter.dueBefore = query.value("dueBefore", .timestamp)
        filter.dueAfter = query.value("dueAfter", .timestamp)
        filter.text = query.value("q", .text) ?? ""
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
        try query.finish()
    }
}
