/// Reads the members of an object as the fields of a record.
///
/// A record shows its fields in the order in which files have them, so that the reader goes through the text
/// once. PostgreSQL stores `jsonb` in an order of its own, and somebody may edit a file: then the reader
/// notes where each member stands and reads the fields again, still in the order of the record.
extension JSONReader: Fields {
    /// The members of the object that is read.
    struct Members {
        /// The name of the next member: where it stands. `nil` at the end of the object, and where the
        /// members are in another order.
        var next: Range<Int>?
        /// All members, where they are in another order.
        var index: [Member] = []
        /// A required field that is not there.
        var missing: StaticString?
    }

    /// A member of an object in another order.
    struct Member {
        /// Where the name stands.
        let name: Range<Int>
        /// Where the value begins.
        let value: Int
        /// Whether a field has the name.
        var isKnown = false
    }

    /// Reads an object into a record.
    mutating func readFields(
        _ describe: (inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) {
        try beginObject()
        try readMembers(describe)
    }

    /// Reads the rest of an object into a record.
    ///
    /// - Parameter describe: Shows all fields of the record.
    package mutating func readMembers(
        _ describe: (inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) {
        let outer = members
        defer { members = outer }
        let start = self
        members = Members()
        members.next = try nextQuotedName()
        try describe(&self)
        if members.next != nil {
            self = start
            members = Members()
            members.index = try indexMembers()
            let end = self
            try describe(&self)
            let index = members.index
            let missing = members.missing
            self = end
            if let unknown = index.first(where: { !$0.isKnown }) {
                throw self.unknown(text(of: unknown.name))
            }
            members.missing = missing
        }
        if let missing = members.missing { throw error("\(missing) is missing") }
    }

    package mutating func required<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) {
        if try !read(name, &value), members.missing == nil { members.missing = name }
    }

    package mutating func field<Value: StoredValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless initial: Value
    ) throws(FormatError) {
        if try !read(name, &value) { value = initial }
    }

    package mutating func always<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) {
        _ = try read(name, &value)
    }

    package mutating func lines<Element: StoredValue>(
        _ name: StaticString, _ list: inout [Element]
    ) throws(FormatError) {
        try required(name, &list)
    }

    package mutating func optional<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value?
    ) throws(FormatError) {
        guard try goTo(name) else { return }
        value = try Value(from: &self)
        try leaveMember()
    }

    /// Reads a field; false if the object has none of that name.
    private mutating func read<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) -> Bool {
        guard try goTo(name) else { return false }
        value = try Value(from: &self)
        try leaveMember()
        return true
    }

    /// Goes to the value of a member; false if there is none.
    private mutating func goTo(_ name: StaticString) throws(FormatError) -> Bool {
        if let next = members.next { return hasBytes(of: name, in: next) }
        var value: Int?
        for number in members.index.indices where hasBytes(of: name, in: members.index[number].name) {
            members.index[number].isKnown = true
            value = members.index[number].value
        }
        guard let value else { return false }
        begin(at: value)
        return true
    }

    private mutating func leaveMember() throws(FormatError) {
        if members.next != nil { members.next = try nextQuotedName() }
    }

    /// Notes the members of an object, up to behind its end.
    private mutating func indexMembers() throws(FormatError) -> [Member] {
        var index: [Member] = []
        while let name = try nextQuotedName() {
            index.append(Member(name: name, value: offset))
            try skipValue()
        }
        return index
    }
}
