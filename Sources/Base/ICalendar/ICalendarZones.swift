import Dates

/// The time zones of the system.
public protocol ZoneDirectory {
    /// The names of all zones in the IANA time zone database.
    var names: [String] { get }

    /// Whether a zone has this name, also as an alias.
    func has(_ name: String) -> Bool

    /// The offset of an existing zone from UTC at a moment, in seconds.
    func offset(of name: String, at secondsSince1970: Int) -> Int
}

/// Maps the time zone identifiers of a calendar to zones of the system.
///
/// Programs write IANA names, IANA names behind a prefix, Windows names or arbitrary identifiers. A
/// `VTIMEZONE` component describes the offsets of a zone (RFC 5545 §3.6.5).
public struct ICalendarZones<Directory: ZoneDirectory> {
    private let directory: Directory
    /// The moment around which offsets are compared, in seconds since 1970-01-01T00:00:00Z.
    private let now: Int
    private var described: [String: ICalendarComponent] = [:]
    /// The results of searches by offset, so that each zone is searched for once.
    private var alike: [String: String?] = [:]

    /// The maximum number of `VTIMEZONE` components that are read. Other zones are resolved by identifier
    /// only.
    private static var describedMax: Int { 100 }

    /// Reads the zones that a calendar describes.
    /// - Parameter now: In seconds since 1970-01-01T00:00:00Z. Offsets are compared in the year before it and
    ///   the year after it.
    public init(of calendar: ICalendarComponent, in directory: Directory, now: Int) {
        self.directory = directory
        self.now = now
        for component in calendar.components("VTIMEZONE").prefix(Self.describedMax) {
            if let name = component.property("TZID")?.text, described[name] == nil {
                described[name] = component
            }
        }
    }

    /// The name of the zone that an identifier means; `nil` where none matches.
    ///
    /// It tries the identifier, then `X-LIC-LOCATION` of the description, then the first zone with equal
    /// offsets. The last search visits every zone of the system, once for each identifier.
    public mutating func name(of identifier: String) -> String? {
        if let name = known(identifier) { return name }
        guard let description = described[identifier] else { return nil }
        if let name = description.property("X-LIC-LOCATION").flatMap({ known($0.text) }) { return name }
        if let name = alike[identifier] { return name }
        let name = name(alike: ZoneDescription(description, around: now))
        alike[identifier] = .some(name)
        return name
    }

    /// The zone that an identifier names directly, as a Windows name, or behind a prefix as in
    /// `/freeassociation.sourceforge.net/Europe/Paris`.
    private func known(_ identifier: String) -> String? {
        if directory.has(identifier) { return identifier }
        if let name = WindowsZones.names[identifier], directory.has(name) { return name }
        var parts = identifier.split(separator: "/").suffix(3)
        while parts.count > 1 {
            let name = parts.joined(separator: "/")
            if directory.has(name) { return name }
            parts.removeFirst()
        }
        return nil
    }

    /// The first zone with equal offsets: among the most populous zones, then those of Windows, then all.
    private func name(alike description: ZoneDescription?) -> String? {
        guard let description else { return nil }
        let common = Set(WindowsZones.names.values)
        let names = directory.names.sorted()
        let populous = WindowsZones.populous.filter(directory.has)
        let candidates = populous + names.filter(common.contains) + names.filter { !common.contains($0) }
        return candidates.first { name in
            description.samples.allSatisfy { directory.offset(of: name, at: $0.moment) == $0.offset }
        }
    }
}

/// The offsets of a `VTIMEZONE` component around a moment.
private struct ZoneDescription {
    /// Moments in seconds since 1970-01-01T00:00:00Z with their offsets from UTC, in seconds.
    ///
    /// The samples are the start, the end, and both sides of every change between them.
    private(set) var samples: [(moment: Int, offset: Int)] = []

    private struct Onset {
        var moment: Int
        var before: Int
        var after: Int
    }

    /// The maximum number of changes in two years; a description with more is ignored.
    private static let onsetsMax = 50

    /// The maximum number of `STANDARD` and `DAYLIGHT` rules that are read. Old European zones have some
    /// seventy.
    private static let rulesMax = 200

    private static let secondsOfYear = 366 * 86_400

    init?(_ component: ICalendarComponent, around now: Int) {
        let (start, end) = (now - Self.secondsOfYear, now + Self.secondsOfYear)
        var onsets: [Onset] = []
        let rules = component.components("STANDARD") + component.components("DAYLIGHT")
        for rules in rules.prefix(Self.rulesMax) {
            guard let found = Self.onsets(of: rules, from: start, to: end) else { return nil }
            onsets += found
        }
        onsets.sort { $0.moment < $1.moment }
        let changes = onsets.filter { $0.moment > start && $0.moment <= end }
        guard changes.count <= Self.onsetsMax else { return nil }
        let first = onsets.last { $0.moment <= start }?.after ?? changes.first?.before ?? onsets.first?.before
        guard let first else { return nil }
        samples = [(start, first)]
        for change in changes {
            samples += [(change.moment - 1, change.before), (change.moment, change.after)]
        }
        samples.append((end, changes.last?.after ?? first))
    }

    /// The changes by these rules: the last one up to `start`, and all from there to `end`.
    private static func onsets(of rules: ICalendarComponent, from start: Int, to end: Int) -> [Onset]? {
        guard case .local(let day, let second, _) = rules.property("DTSTART")?.time,
            let before = rules.property("TZOFFSETFROM").flatMap({ ICalendarOffset($0.value) })?.seconds,
            let after = rules.property("TZOFFSETTO").flatMap({ ICalendarOffset($0.value) })?.seconds
        else { return nil }
        func onset(_ day: CivilDate, _ second: Int) -> Onset {
            Onset(moment: day.daysSince1970 * 86_400 + second - before, before: before, after: after)
        }
        var onsets = [onset(day, second)]
        for property in rules.properties("RDATE") {
            for case .local(let day, let second, _) in property.times { onsets.append(onset(day, second)) }
        }
        if let rule = rules.property("RRULE")?.recurrenceRule {
            // Every zone uses yearly rules. Another frequency would take a search through each day of a
            // century.
            guard rule.frequency == .yearly else { return nil }
            // A rule with an end is searched up to it; a rule with a count is searched from its first change.
            var last = end
            var from = start
            var count = Int.max
            switch rule.end {
            case .never: break
            case .count(let times): (from, count) = (.min, times - 1)
            case .day(let day): last = min(end, day.daysSince1970 * 86_400 + 86_399)
            case .moment(let milliseconds): last = min(end, milliseconds / 1_000)
            }
            from = from == .min ? day.daysSince1970 * 86_400 : min(from, last) - 2 * secondsOfYear
            let firstDay = CivilDate(millisecondsSince1970: from * 1_000)
            for day in rule.days(after: day, from: firstDay).prefix(count) {
                let next = onset(day, second)
                if next.moment > last { break }
                onsets.append(next)
            }
        }
        let past = onsets.filter { $0.moment <= start }.max { $0.moment < $1.moment }
        return (past.map { [$0] } ?? []) + onsets.filter { $0.moment > start && $0.moment <= end }
    }
}
