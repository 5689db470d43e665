/// Reads the members of an object as the fields of a record.
///
/// A record describes its fields in the order of a file, so one pass over the text suffices. Objects in
/// `jsonb` columns and in edited files may have another order. Then the reader indexes the members, and the
/// record describes its fields a second time.
extension JSONReader: Fields {
    /// The members of the object that is being read.
    struct Members {
        /// The range of the next member's name. `nil` at the end of the object, and when `index` is used.
        var next: Range<Int>?
        /// All members, if they are in another order; otherwise empty.
        var index: [Member] = []
        /// The first required field that the object lacks.
        var missing: StaticString?
    }

    /// An indexed member.
    struct Member {
        /// The range of the name.
        let name: Range<Int>
        /// The range of the value.
        let value: Range<Int>
        /// Whether a field of the record has the name.
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
    /// - Parameter describe: Describes all fields of the record. It may run twice.
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
                let reason = self.unknown(text(of: unknown.name)).reason
                throw FormatError(offset: unknown.name.lowerBound, reason: reason)
            }
            members.missing = missing
        }
        if let missing = members.missing { throw error("the member \"\(missing)\" is missing") }
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
        guard let end = seek(name) else { return }
        value = try Value(from: &self)
        try leaveMember(end)
    }

    /// Reads a field; `false` if the object has no member with that name.
    private mutating func read<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) -> Bool {
        guard let end = seek(name) else { return false }
        value = try Value(from: &self)
        try leaveMember(end)
        return true
    }

    /// Moves to the value of a member; `nil` if there is no such member.
    ///
    /// - Returns: The end of the value if the member is indexed; otherwise -1.
    private mutating func seek(_ name: StaticString) -> Int? {
        if let next = members.next { return hasBytes(of: name, in: next) ? -1 : nil }
        for number in members.index.indices where hasBytes(of: name, in: members.index[number].name) {
            members.index[number].isKnown = true
            begin(at: members.index[number].value.lowerBound)
            return members.index[number].value.upperBound
        }
        return nil
    }

    private mutating func leaveMember(_ end: Int) throws(FormatError) {
        if members.next != nil {
            members.next = try nextQuotedName()
        } else if offset != end {
            throw error("a comma is expected")
        }
    }

    /// Indexes the members of an object and moves past its end.
    /// - Throws: `FormatError`, also if two members have the same name.
    private mutating func indexMembers() throws(FormatError) -> [Member] {
        var index: [Member] = []
        while let name = try nextQuotedName() {
            skipWhiteSpace()
            let start = offset
            try skipValue()
            if index.contains(where: { text(of: $0.name) == text(of: name) }) {
                throw FormatError(
                    offset: name.lowerBound, reason: "the member \"\(text(of: name))\" is repeated")
            }
            index.append(Member(name: name, value: start..<offset))
        }
        return index
    }
}
