import Checklists
import SQL

extension Columns {
    mutating func timestamp() throws -> Timestamp { Timestamp(milliseconds: try moment()) }

    mutating func timestampIfPresent() throws -> Timestamp? {
        try momentIfPresent().map(Timestamp.init(milliseconds:))
    }

    /// Reads the author of a change on a list.
    mutating func author(on list: Checklist.ID) throws -> Principal? {
        let (person, device) = (try intIfPresent(), try intIfPresent())
        return Principal(person: person, on: list)?.with(device: device)
    }

    mutating func revision() throws -> Revision { Revision(column: try int()) }
}

extension Revision {
    init(column: Int) { self.init(rawValue: UInt64(bitPattern: Int64(column))) }

    var column: Int { Int(truncatingIfNeeded: rawValue) }
}
