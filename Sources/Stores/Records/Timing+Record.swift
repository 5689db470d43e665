package import Checklists
import Dates
package import JSON

extension Timing: Record {
    package static var blank: Timing { Timing() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("dueOn", &dueOn)
        try fields.optional("timeZone", &timeZone)
        try fields.optional("rule", &rule)
        try fields.field("from", &base, unless: .due)
        try fields.list("alarms", &alarms)
        try fields.optional("repeatEvery", &repeatEvery)
        try fields.field("completionsCount", &completionsCount, unless: 0)
        try fields.optional("lastCompletedAt", &lastCompletedAt)
        try fields.optional("occurrence", &occurrence)
        try fields.optional("lastStep", &lastStep)
        try fields.optional("repeatsUntil", &repeatsUntil)
        try fields.field("movedDays", &movedDays, unless: 0)
        // Builds before 1.0 wrote it.
        var isSeriesRead = false
        try fields.field("isSeriesRead", &isSeriesRead, unless: false)
        try fields.field("series", &series, unless: Series())
    }

    private var rule: RecurrenceRule? {
        get { recurrence?.rule }
        set { recurrence = newValue.map { Recurrence($0, from: base) } }
    }

    private var base: Recurrence.Base {
        get { recurrence?.from ?? .due }
        set { recurrence?.from = newValue }
    }
}

extension Alarm: StoredValue {
    /// The fields of all kinds.
    private struct Stored: Record {
        var offset: Int?
        var fromStart: Int?
        var at: Timestamp?

        static var blank: Stored { Stored() }

        mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
            try fields.optional("offset", &offset)
            try fields.optional("fromStart", &fromStart)
            try fields.optional("at", &at)
        }
    }

    package func write(to json: inout JSONWriter) {
        switch self {
        case .offset(let seconds): Stored(offset: seconds).write(to: &json)
        case .fromStart(let seconds): Stored(fromStart: seconds).write(to: &json)
        case .at(let moment): Stored(at: moment).write(to: &json)
        }
    }

    package init(from json: inout JSONReader) throws(FormatError) {
        let stored = try Stored(from: &json)
        if let offset = stored.offset {
            self = .offset(offset)
        } else if let seconds = stored.fromStart {
            self = .fromStart(seconds)
        } else if let at = stored.at {
            self = .at(at)
        } else {
            throw json.error("an alarm has no time")
        }
    }
}

extension DayAndTime: Record {
    package static var blank: DayAndTime { DayAndTime(day: CivilDate(daysSince1970: 0), time: 0) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("day", &day)
        try fields.field("time", &time, unless: 0)
    }
}

extension Occurrence: Record {
    package static var blank: Occurrence { Occurrence(local: .blank, index: 0) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try local.describe(&fields)
        try fields.field("index", &index, unless: 0)
        try fields.optional("base", &base)
    }
}

extension SeriesStep: Record {
    package static var blank: SeriesStep {
        SeriesStep(
            dueDate: .zero, dueOn: nil, occurrence: .blank, isCompletion: false, lastCompletedAt: nil)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("dueDate", &dueDate)
        try fields.optional("dueOn", &dueOn)
        try fields.required("occurrence", &occurrence)
        try fields.field("isCompletion", &isCompletion, unless: false)
        try fields.optional("lastCompletedAt", &lastCompletedAt)
        try fields.optional("series", &series)
    }
}

extension Series: Record {
    package static var blank: Series { Series() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.field("lead", &lead, unless: 0)
        try fields.list("skipped", &skippedInOrder)
        try fields.list("added", &addedInOrder)
        try fields.list("moved", &movedInOrder)
        try fields.field("isFollowed", &isFollowed, unless: true)
    }

    // An edited file may list them unsorted or twice.
    private var skippedInOrder: [DayAndTime] {
        get { skipped }
        set { skipped = Set(newValue).sorted() }
    }

    private var addedInOrder: [DayAndTime] {
        get { added }
        set { added = Set(newValue).sorted() }
    }

    private var movedInOrder: [MovedOccurrence] {
        get { moved }
        set {
            let moved = Dictionary(newValue.map { ($0.local, $0.due) }) { _, last in last }
            self.moved = Series(lead: 0, moved: moved).moved
        }
    }
}

extension MovedOccurrence: Record {
    package static var blank: MovedOccurrence { MovedOccurrence(local: .blank, due: .blank) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("local", &local)
        try fields.required("due", &due)
    }
}
