import JSON

/// A JSON-RPC 2.0 request or notification.
struct Message {
    /// The id of the request, a string or an integer; `nil` for a notification.
    let id: JSONValue?
    let method: String
    /// The parameters, an object; `nil` for none.
    let params: JSONValue?

    /// `_meta` of the parameters.
    var meta: JSONValue? { params?["_meta"] }

    /// Reads a message.
    /// - Throws: `invalidRequest`.
    init(_ value: JSONValue) throws(ProtocolError) {
        if case .array = value {
            throw ProtocolError(.invalidRequest, "Batches are not supported; send one message a request.")
        }
        guard case .object(let members) = value else {
            throw ProtocolError(.invalidRequest, "The body must be an object.")
        }
        guard value["jsonrpc"] == .string("2.0") else {
            throw ProtocolError(.invalidRequest, "jsonrpc must be \"2.0\".")
        }
        guard case .string(let method)? = value["method"] else {
            throw ProtocolError(.invalidRequest, "The message must have a method: it is no request.")
        }
        self.method = method
        switch value["params"] {
        case nil: params = nil
        case .object(let members): params = .object(members)
        case .some: throw ProtocolError(.invalidRequest, "params must be an object.")
        }
        id = value["id"]
        guard members.contains(where: { $0.name == "id" }) else { return }
        if Self.id(of: value) == .null {
            throw ProtocolError(.invalidRequest, "id must be a string or an integer.")
        }
    }

    /// The id of a message, for its error; `null` without a valid one.
    static func id(of value: JSONValue) -> JSONValue {
        switch value["id"] {
        case .string(let text): .string(text)
        case .number(let number) where number.integer != nil: .number(number)
        default: .null
        }
    }
}
