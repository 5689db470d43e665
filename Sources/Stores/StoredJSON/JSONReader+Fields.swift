/// Reads the members of an object as the fields of a record.
///
/// A record shows its fields in the order in which files have them, so that one round reads them all.
/// Members in another order, of a file that somebody edited, take more rounds.
extension JSONReader: Fields {
    /// How far the reader is with the members of an object.
    struct Members {
        /// The name of the next member: where it stands. `nil` at the end of the object.
        var next: Range<Int>?
        /// How many fields this round has shown.
        var shown = 0
        /// The fields that were read, a bit each in the order in which they are shown.
        var read: UInt64 = 0
        /// Whether this round has read a field.
        var hasRead = false
        /// A required field that was not read by the end of this round.
        var missing: StaticString?
    }

    /// Reads an object into a record.
    ///
    /// - Parameter describe: Shows the reader all fields of the record: 64 at most.
    mutating func readFields(
        _ describe: (inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) {
        try beginObject()
        try readMembers(describe)
    }

    /// Reads the rest of an object into a record.
    package mutating func readMembers(
        _ describe: (inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) {
        let outer = members
        defer { members = outer }
        members = Members()
        members.next = try nextQuotedName()
        repeat {
            members.shown = 0
            members.hasRead = false
            members.missing = nil
            try describe(&self)
            if let next = members.next, !members.hasRead { throw unknown(text(of: next)) }
        } while members.next != nil
        if let missing = members.missing { throw error("\(missing) is missing") }
    }

    package mutating func required<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) {
        let bit = nextBit()
        if isNext(name) {
            value = try Value(from: &self)
            try finishField(bit)
        } else if members.read & bit == 0, members.missing == nil {
            members.missing = name
        }
    }

    package mutating func field<Value: StoredValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless initial: Value
    ) throws(FormatError) {
        let bit = nextBit()
        if isNext(name) {
            value = try Value(from: &self)
            try finishField(bit)
        } else if members.read & bit == 0 {
            value = initial
        }
    }

    package mutating func always<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(FormatError) {
        let bit = nextBit()
        if isNext(name) {
            value = try Value(from: &self)
            try finishField(bit)
        }
    }

    package mutating func lines<Element: StoredValue>(
        _ name: StaticString, _ list: inout [Element]
    ) throws(FormatError) {
        try required(name, &list)
    }

    package mutating func optional<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value?
    ) throws(FormatError) {
        let bit = nextBit()
        if isNext(name) {
            value = try Value(from: &self)
            try finishField(bit)
        }
    }

    /// The bit of the field that is shown.
    private mutating func nextBit() -> UInt64 {
        defer { members.shown += 1 }
        return 1 << UInt64(members.shown)
    }

    private func isNext(_ name: StaticString) -> Bool {
        guard let next = members.next else { return false }
        return hasBytes(of: name, in: next)
    }

    private mutating func finishField(_ bit: UInt64) throws(FormatError) {
        members.read |= bit
        members.hasRead = true
        members.next = try nextQuotedName()
    }
}
