import Checklists
import Postgres

extension Row {
    var item: Item {
        get throws {
            var columns = columns
            return try Item(from: &columns)
        }
    }

    var checklist: Checklist {
        get throws {
            var columns = columns
            return try Checklist(from: &columns)
        }
    }

    var person: Person {
        get throws {
            var columns = columns
            return try Person(from: &columns)
        }
    }

    var webhook: Webhook {
        get throws {
            var columns = columns
            return try Webhook(from: &columns)
        }
    }

    var delivery: Delivery {
        get throws {
            var columns = columns
            return try Delivery(from: &columns)
        }
    }
}

extension ClaimToken {
    /// The token that a column has.
    init(column: Int) { self.init(rawValue: UInt64(bitPattern: Int64(column))) }

    /// The token as a column has it.
    var column: Int { Int(truncatingIfNeeded: rawValue) }
}

extension Parameter {
    static func ids(_ ids: some Collection<some Identifier>) -> Parameter { .ints(ids.map(\.rawValue)) }

    static func timestamp(_ moment: Timestamp?) -> Parameter { .moment(moment?.milliseconds) }
}
