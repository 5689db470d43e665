import HTTP

/// Reads the parameters of a query by name, and collects all faults.
///
/// A parameter that no read names is unknown, and `finish` refuses it. So no parameter is silently ignored.
struct QueryReader {
    /// Decrypts cursors.
    let cursors: CursorCipher
    private let given: QueryParameters
    /// The names read so far, in order.
    private var names: [String] = []
    private var faults: [String] = []

    /// Reads the query of a target.
    /// - Throws: `Problem` if it cannot be decoded.
    init(_ target: RequestTarget, _ cursors: CursorCipher) throws(Problem) {
        self.cursors = cursors
        given = try QueryParameters(target)
    }

    /// The value of a parameter; `nil` if it is missing. A repeated parameter, or a value of another type, is
    /// a fault, and `nil`.
    mutating func value<Value>(_ name: String, _ type: QueryType<Value>) -> Value? {
        names.append(name)
        let values = given.values(of: name)
        guard let text = values.first else { return nil }
        guard values.count == 1 else {
            faults.append("\(name) is given more than once")
            return nil
        }
        if let value = type.read(text) { return value }
        faults.append("\(name) must be \(type.name)")
        return nil
    }

    /// Adds a fault.
    mutating func note(_ fault: String) { faults.append(fault) }

    /// Refuses unknown parameters and all faults.
    /// - Throws: `RequestError.invalidQuery` with each of them.
    consuming func finish() throws(RequestError) {
        var unknown: [String] = []
        for (name, _) in given where !names.contains(name) && !unknown.contains(name) { unknown.append(name) }
        for name in unknown {
            let known = names.isEmpty ? "none" : names.joined(separator: ", ")
            faults.append("\(name) is no query parameter here; known: \(known)")
        }
        guard faults.isEmpty else { throw .invalidQuery(faults) }
    }
}
