import Checklists
import SQL

extension ClaimToken {
    init(column: Int) { self.init(rawValue: UInt64(bitPattern: Int64(column))) }

    var column: Int { Int(truncatingIfNeeded: rawValue) }
}

extension Parameter {
    static func ids(_ ids: some Collection<some Identifier>) -> Parameter { .ints(ids.map(\.rawValue)) }

    static func timestamp(_ moment: Timestamp?) -> Parameter { .moment(moment?.milliseconds) }
}
