import HTTP

/// Reads the parameters of a query one after the other, and notes everything that is wrong with them.
///
/// What is not read by name is unknown: nothing is accepted and then ignored.
struct QueryReader {
    /// Reads the cursors of pages.
    let cursors: CursorCipher
    private let given: QueryParameters
    /// The names asked for so far, in order.
    private var names: [String] = []
    private var faults: [String] = []

    /// Reads the query of a target.
    /// - Throws: `Problem` where it cannot be decoded.
    init(_ target: RequestTarget, _ cursors: CursorCipher) throws(Problem) {
        self.cursors = cursors
        given = try QueryParameters(target)
    }

    /// The value of a parameter; `nil` where it is missing, given twice, or not of that type, which is noted.
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

    /// Notes that something is wrong.
    mutating func note(_ fault: String) { faults.append(fault) }

    /// Refuses what has not been read and what was noted.
    /// - Throws: `RequestError.invalidQuery` that names each.
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
