public import Checklists
public import Dates

extension QuickAdd {
    /// The result of parsing a text.
    public struct Reading: Hashable, Sendable {
        /// The text as typed.
        public let source: String
        /// The recognised parts in the order of the text; no two overlap.
        public let parts: [Part]
        /// The remaining text for the item, without parts and the white space around them.
        public let text: String

        /// Creates a reading. If the parts would leave no text, the reading has none of them.
        init(source: String, parts: [Part] = []) {
            self.source = source
            let ranges = parts.map { $0.offset..<$0.offset + $0.length }
            let rest = Self.rest(of: source, without: ranges)
            let isText = rest.contains { !$0.isBlank && !$0.isPunctuation }
            self.parts = isText ? parts : []
            text = isText && !ranges.isEmpty ? rest : source
        }

        /// Creates a reading of a text that is a date as a whole.
        init(ofDate source: String, parts: [Part]) {
            self.source = source
            self.parts = parts
            text = ""
        }

        /// The same reading with the chosen parts left in the text.
        public func leaving(_ isLeft: (Part) -> Bool) -> Reading {
            Reading(source: source, parts: parts.filter { !isLeft($0) })
        }
    }

    /// A recognised part of a text.
    public struct Part: Hashable, Sendable {
        /// The start in the typed text, in UTF-16 units, as in JavaScript.
        public let offset: Int
        /// The length, in UTF-16 units.
        public let length: Int
        /// The part as typed.
        public let text: String
        /// The meaning of the part.
        public let meaning: Meaning
    }

    /// The meaning of a part.
    public enum Meaning: Hashable, Sendable {
        /// The item is due on a day.
        case day(CivilDate)
        /// The item is due at a time. A separate day and time both have this meaning.
        case time(DayAndTime)
        /// The item is due this long after the line was written. Clocks that change meanwhile do not matter.
        case delay(minutes: Int)
        /// The item recurs from a day on.
        case recurrence(Recurrence, first: DayAndTime, hasTime: Bool)
        /// The item is important.
        case important
        /// The item belongs in the list with this name.
        case list(String)
        /// The item's quantity, and its unit as typed.
        case quantity(Quantity, unit: String?)
        /// The name of a tag, without the `@`.
        case tag(String)
    }
}

extension QuickAdd.Reading {
    /// The due day, where the text has no time.
    public var dueOn: CivilDate? {
        if dueTime != nil { return nil }
        for part in parts {
            switch part.meaning {
            case .day(let day): return day
            case .recurrence(_, let first, hasTime: false): return first.day
            default: break
            }
        }
        return nil
    }

    /// When the item is due, in the local time of the writer.
    public var dueTime: DayAndTime? {
        for part in parts {
            switch part.meaning {
            case .time(let time): return time
            case .recurrence(_, let first, hasTime: true): return first
            default: break
            }
        }
        return nil
    }

    /// How many minutes after the line was written the item is due.
    public var delay: Int? {
        for case .delay(let minutes) in parts.lazy.map(\.meaning) { return minutes }
        return nil
    }

    /// The moment at which the item is due, for a line written at a moment in a zone.
    package func dueDate(in zone: LocalTime, writtenAt moment: Timestamp) -> Timestamp? {
        if let dueTime { return zone.moment(of: dueTime) }
        let second: Int64 = 1_000
        let written = moment.milliseconds / second * second
        return delay.map { Timestamp(milliseconds: written + 60 * second * Int64($0)) }
    }

    /// How the item recurs.
    public var recurrence: Recurrence? {
        for part in parts {
            if case .recurrence(let recurrence, _, _) = part.meaning { return recurrence }
        }
        return nil
    }

    /// Whether the item is important.
    public var isImportant: Bool { parts.contains { $0.meaning == .important } }

    /// The name of the item's list.
    public var listName: String? {
        for part in parts {
            if case .list(let name) = part.meaning { return name }
        }
        return nil
    }

    /// The quantity of the item.
    public var quantity: Quantity? { amount?.quantity }

    /// The unit of the quantity, as typed: `kg`, `Flaschen`, `本`.
    public var unit: String? { amount?.unit }

    private var amount: (quantity: Quantity, unit: String?)? {
        for part in parts {
            if case .quantity(let quantity, let unit) = part.meaning { return (quantity, unit) }
        }
        return nil
    }

    /// The tags of the item in the order of the text, each once: `@Home` and `@home` are the same tag.
    public var tags: [String] {
        var seen: Set<String> = []
        return parts.compactMap { part in
            guard case .tag(let name) = part.meaning, seen.insert(name.lowercased()).inserted else {
                return nil
            }
            return name
        }
    }

    /// The text between ranges of UTF-16 units, joined.
    private static func rest(of source: String, without ranges: [Range<Int>]) -> String {
        let units = source.utf16
        var rest = ""
        var start = units.startIndex
        for range in ranges + [nil] {
            let end = range.map { units.index(units.startIndex, offsetBy: $0.lowerBound) } ?? units.endIndex
            append(source[start..<end], to: &rest, isFirst: start == units.startIndex)
            if let range { start = units.index(end, offsetBy: range.count) }
        }
        while rest.last?.isBlank ?? false { rest.removeLast() }
        return rest
    }

    private static func append(_ piece: Substring, to rest: inout String, isFirst: Bool) {
        let trimmed = piece.drop(while: \.isBlank)
        var isApart = trimmed.startIndex != piece.startIndex
        if isFirst {
            rest = String(trimmed)
            return
        }
        while rest.last?.isBlank ?? false {
            rest.removeLast()
            isApart = true
        }
        guard let next = trimmed.first else {
            // White space before an adjacent part still separates the words around both parts.
            if isApart, !rest.isEmpty { rest.append(" ") }
            return
        }
        if isApart, !rest.isEmpty, !",;.!?、。".contains(next) { rest.append(" ") }
        rest += trimmed
    }
}

extension Character {
    /// Whether all scalars are white space: a combining mark can follow a space.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
