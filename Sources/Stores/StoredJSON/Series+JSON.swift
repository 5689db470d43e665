import Checklists
import Dates
import JSON

extension Series {
    /// Writes what is not as in a series that only has a rule.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        if lead != 0 { json.member("lead", lead) }
        for (name, locals) in [("skipped", skipped), ("added", added)] as [(StaticString, [DayAndTime])]
        where !locals.isEmpty {
            json.array(name) { json in for local in locals { local.write(to: &json) } }
        }
        if !moved.isEmpty {
            json.array("moved") { json in for occurrence in moved { occurrence.write(to: &json) } }
        }
        if !isFollowed { json.member("isFollowed", false) }
        json.endObject()
    }

    /// Reads what was written.
    init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var (lead, isFollowed) = (0, true)
        var skipped: Set<DayAndTime> = []
        var added: Set<DayAndTime> = []
        var moved: [DayAndTime: DayAndTime] = [:]
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "lead": lead = try reader.integer(in: bytes)
            case "isFollowed": isFollowed = try reader.bool(in: bytes)
            case "skipped": skipped = try DayAndTime.set(from: &reader, in: bytes)
            case "added": added = try DayAndTime.set(from: &reader, in: bytes)
            case "moved":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    let occurrence = try MovedOccurrence(from: &reader, in: bytes)
                    moved[occurrence.local] = occurrence.due
                }
            default: throw reader.unknown(name)
            }
        }
        self.init(lead: lead, skipped: skipped, added: added, moved: moved)
        self.isFollowed = isFollowed
    }
}

extension MovedOccurrence {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("local")
        local.write(to: &json)
        json.name("due")
        due.write(to: &json)
        json.endObject()
    }

    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var (local, due): (DayAndTime?, DayAndTime?)
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "local": local = try DayAndTime(from: &reader, in: bytes)
            case "due": due = try DayAndTime(from: &reader, in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let local, let due else { throw reader.error("a moved occurrence lacks local or due") }
        self.init(local: local, due: due)
    }
}

extension DayAndTime {
    /// Writes an object.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    /// Writes the members of an object.
    func writeMembers(to json: inout JSONWriter) {
        json.member("day", day.text)
        if time != 0 { json.member("time", time) }
    }

    /// Reads an array.
    fileprivate static func set(
        from reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(FormatError) -> Set<DayAndTime> {
        Set(
            try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                try DayAndTime(from: &reader, in: bytes)
            })
    }

    /// Reads an object.
    init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var day: CivilDate?
        var time = 0
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "day": day = try reader.day(in: bytes)
            case "time": time = try reader.integer(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let day else { throw reader.error("a time lacks a day") }
        self.init(day: day, time: time)
    }
}
