import Checklists
import JSON

/// An operation on an item as `POST /v1/batch` has it, for a proposal.
struct ProposedOperation: Sendable {
    let json: JSONValue

    /// - Parameters:
    ///   - action: The rest of the path after the item.
    ///   - body: The members of the body; `nil` for none.
    init(_ method: String, _ item: Item.ID, _ action: String = "", _ body: [JSONValue.Member]? = nil) {
        var members = [
            JSONValue.Member("method", .string(method)),
            JSONValue.Member("path", .string("/v1/items/\(item)\(action)")),
        ]
        if let body { members.append(JSONValue.Member("body", .object(body))) }
        json = .object(members)
    }

    init(_ method: String, _ item: Item.ID, _ body: [JSONValue.Member]) { self.init(method, item, "", body) }
}
