import Checklists
import HTTP

extension ChecklistQuery {
    /// Which checklists a request is about.
    /// - Throws: `RequestError.invalidQuery` for what cannot be asked.
    init(_ request: Request) throws {
        self.init()
        var query = try QueryReader(request)
        text = query.value("q", .text) ?? ""
        sort = query.value("sort", .sort(by: Property.self)) ?? sort
        page = PageRequest(&query)
        try query.finish()
    }
}
