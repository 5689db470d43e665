import Dates

/// The time zones that the system knows.
public protocol ZoneDirectory {
    /// The names of all, by the IANA time zone database.
    var names: [String] { get }

    /// Whether there is a zone of that name, also one that is another name of one.
    func has(_ name: String) -> Bool

    /// How many seconds clocks of a zone that there is are ahead of UTC at a moment.
    func offset(of name: String, at secondsSince1970: Int) -> Int
}

/// What the identifiers of time zones in a calendar mean: zones of the system.
///
/// Programs name zones as IANA does, with something of their own before that, as Windows does, or as they
/// like; and describe what clocks show there (RFC 5545 §3.6.5).
public struct ICalendarZones<Directory: ZoneDirectory> {
    private let directory: Directory
    /// When clocks are compared, in seconds since 1970-01-01T00:00:00Z.
    private let now: Int
    private var described: [String: ICalendarComponent] = [:]
    /// What clocks have told of those that are described, so that each is looked for once.
    private var alike: [String: String?] = [:]

    /// How many zones a calendar may describe; others mean what their identifiers say.
    private static var describedMax: Int { 100 }

    /// The zones of a calendar.
    /// - Parameter now: In seconds since 1970-01-01T00:00:00Z; clocks are compared in the year before it and
    ///   the one after it.
    public init(of calendar: ICalendarComponent, in directory: Directory, now: Int) {
        self.directory = directory
        self.now = now
        for component in calendar.components("VTIMEZONE").prefix(Self.describedMax) {
            if let name = component.property("TZID")?.text, described[name] == nil {
                described[name] = component
            }
        }
    }

    /// The name of the zone that an identifier means; `nil` if nothing tells.
    ///
    /// By the identifier, by what the description says of it (`X-LIC-LOCATION`), else a zone with the same
    /// clocks. The last takes as long as a look at every zone of the system, and is done once for each.
    public mutating func name(of identifier: String) -> String? {
        if let name = known(identifier) { return name }
        guard let description = described[identifier] else { return nil }
        if let name = description.property("X-LIC-LOCATION").flatMap({ known($0.text) }) { return name }
        if let name = alike[identifier] { return name }
        let name = name(alike: ZoneDescription(description, around: now))
        alike[identifier] = .some(name)
        return name
    }

    /// A name that there is, behind something else, as in `/freeassociation.sourceforge.net/Europe/Paris`; or
    /// what Windows means.
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

    /// The first zone with the same clocks: of those where most people live, of those that Windows means, or
    /// of all.
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

/// What clocks of a zone that a calendar describes show around some time.
private struct ZoneDescription {
    /// Moments in seconds since 1970-01-01T00:00:00Z, and how many seconds clocks are then ahead of UTC: at
    /// the beginning and the end, and on both sides of every change between them.
    private(set) var samples: [(moment: Int, offset: Int)] = []

    private struct Onset {
        var moment: Int
        var before: Int
        var after: Int
    }

    /// How often clocks may be set in two years; a zone that does so more often is none.
    private static let onsetsMax = 50

    /// How many of its rules are read, `STANDARD` and `DAYLIGHT`; Europe's old zones have some seventy.
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

    /// When clocks are set by these rules up to the end: the last time before the start, and all between.
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
            // No zone has another one, which would be looked for in each day of a century.
            guard rule.frequency == .yearly else { return nil }
            // What has an end is looked for until there, and what is counted from the beginning.
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
