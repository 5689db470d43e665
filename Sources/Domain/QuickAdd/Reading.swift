public import Checklists
public import Dates

extension QuickAdd {
    /// What was understood of a text.
    public struct Reading: Hashable, Sendable {
        /// The text as it was typed.
        public let source: String
        /// What was understood, in the order in which it stands there; no two overlap.
        public let parts: [Part]
        /// What is left for the item: as it was typed, without the parts and the white space around them.
        public let text: String

        /// A reading of a text; of nothing, where nothing would be left of it.
        init(source: String, parts: [Part]) {
            self.source = source
            let rest = Self.rest(of: source, without: parts)
            let isText = rest.contains { !$0.isBlank && !$0.isPunctuation }
            self.parts = isText ? parts : []
            text = isText && !parts.isEmpty ? rest : source
        }

        /// The same reading with those parts left in the text.
        public func leaving(_ isLeft: (Part) -> Bool) -> Reading {
            Reading(source: source, parts: parts.filter { !isLeft($0) })
        }
    }

    /// A part of a text that means something.
    public struct Part: Hashable, Sendable {
        /// Where it begins in the text as it was typed, in UTF-16 units, as JavaScript counts.
        public let offset: Int
        /// How long it is, in UTF-16 units.
        public let length: Int
        /// It as it was typed.
        public let text: String
        /// What it means.
        public let meaning: Meaning
    }

    /// What a part of a text means.
    public enum Meaning: Hashable, Sendable {
        /// That the item is due on a day.
        case day(CivilDate)
        /// That it is due at a time. Where day and time stand apart, each of both parts means it.
        case time(DayAndTime)
        /// That it comes again, from a day on.
        case recurrence(Recurrence, first: DayAndTime, hasTime: Bool)
        /// That it is important.
        case important
        /// That it goes to the list of that name.
        case list(String)
    }
}

extension QuickAdd.Reading {
    /// The day it is due on, where it has no time.
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

    /// When it is due, on the clocks of who wrote it.
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

    /// How it comes again.
    public var recurrence: Recurrence? {
        for part in parts {
            if case .recurrence(let recurrence, _, _) = part.meaning { return recurrence }
        }
        return nil
    }

    /// Whether it is important.
    public var isImportant: Bool { parts.contains { $0.meaning == .important } }

    /// The name of the list it goes to.
    public var listName: String? {
        for part in parts {
            if case .list(let name) = part.meaning { return name }
        }
        return nil
    }

    /// What is between parts, put together again.
    private static func rest(of source: String, without parts: [QuickAdd.Part]) -> String {
        let units = source.utf16
        var rest = ""
        var start = units.startIndex
        for part in parts + [nil] {
            let end = part.map { units.index(units.startIndex, offsetBy: $0.offset) } ?? units.endIndex
            append(source[start..<end], to: &rest, isFirst: start == units.startIndex)
            if let part { start = units.index(end, offsetBy: part.length) }
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
            // Whether something was apart is not forgotten where two parts stand beside each other.
            if isApart, !rest.isEmpty { rest.append(" ") }
            return
        }
        if isApart, !rest.isEmpty, !",;.!?、。".contains(next) { rest.append(" ") }
        rest += trimmed
    }
}

extension Character {
    /// Whether it is white space and nothing else: a mark may stand on a space.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
