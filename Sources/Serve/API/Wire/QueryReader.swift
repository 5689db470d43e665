import Checklists
import HTTP
import Spelling

/// Reads the parameters of a query by name, and collects all faults.
///
/// A parameter that no read names is unknown, and `finish` refuses it. So no parameter is silently ignored.
struct QueryReader {
    /// Decrypts cursors.
    let cursors: CursorCipher
    private let given: QueryParameters
    /// The names read so far, in order.
    private var names: [String] = []
    private var faults: [RequestError.QueryFault] = []

    /// Reads the query of a target.
    /// - Throws: `Problem` if it cannot be decoded.
    init(_ target: RequestTarget, _ cursors: CursorCipher) throws(Problem) {
        self.init(try QueryParameters(target), cursors)
    }

    /// Reads parameters that are decoded already.
    init(_ given: QueryParameters, _ cursors: CursorCipher) {
        self.cursors = cursors
        self.given = given
    }

    /// The value of a parameter; `nil` if it is missing. A repeated parameter, or a value of another type, is
    /// a fault, and `nil`.
    mutating func value<Value>(_ name: String, _ type: QueryType<Value>) -> Value? {
        names.append(name)
        let values = given.values(of: name)
        guard let text = values.first else { return nil }
        guard values.count == 1 else {
            note(name, .repeatedParameter)
            return nil
        }
        if let value = type.read(text) { return value }
        note(name, type.reason(text))
        return nil
    }

    /// Whether the query has a parameter.
    func has(_ name: String) -> Bool { !given.values(of: name).isEmpty }

    /// The values of a parameter that can be repeated.
    mutating func values<Value>(_ name: String, _ type: QueryType<Value>) -> [Value] {
        names.append(name)
        let texts = given.values(of: name)
        guard texts.count <= Limits.parameterValuesMax else {
            note(name, .tooMany(max: Limits.parameterValuesMax, "values"))
            return []
        }
        var values: [Value] = []
        for text in texts {
            if let value = type.read(text) { values.append(value) } else { note(name, type.reason(text)) }
        }
        return values
    }

    /// Adds a fault of a parameter.
    mutating func note(_ parameter: String, _ reason: Violation.Reason) {
        faults.append(RequestError.QueryFault(parameter: parameter, reason: reason))
    }

    /// Refuses unknown parameters and all faults.
    /// - Throws: `RequestError.invalidQuery` with each of them.
    consuming func finish() throws(RequestError) {
        var unknown: [String] = []
        for (name, _) in given where !names.contains(name) && !unknown.contains(name) { unknown.append(name) }
        for name in unknown {
            let nearest = Spelling.words(near: name, among: names).first
            note(name, .unknownParameter(among: names, nearest: nearest))
        }
        guard faults.isEmpty else { throw .invalidQuery(faults) }
    }
}
