import Checklists
import Dates
import Randomness

/// Programs whose way to write tasks is known.
enum AppShape: Int, CaseIterable, Sendable {
    case appleReminders, tasksOrg, thunderbird, evolution, jtxBoard, planify, twoDo, todoman
    case startOnly, ownZone

    func task(uid: String, _ random: inout SeededGenerator) -> String {
        var lines = ["SUMMARY:Task \(uid)", "X-UNKNOWN-\(uid):1"]
        let day = "202612\(["01", "02", "07", "15"].randomElement(using: &random) ?? "01")"
        let startDay = "202611\(["27", "28", "30"].randomElement(using: &random) ?? "30")"
        let time = ["T090000", "T100000", "T233000"].randomElement(using: &random) ?? ""
        let zone = ["Europe/Paris", "America/New_York", "Asia/Tokyo"].randomElement(using: &random) ?? ""
        let rule = [
            "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;COUNT=4",
            "FREQ=WEEKLY;BYDAY=MO,TU,TH", "FREQ=MONTHLY;BYMONTHDAY=1,8,15,-1",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=5",
        ].randomElement(using: &random).map { "RRULE:\($0)" }
        let isDay = Bool.random(using: &random)
        let comesAgain = Bool.random(using: &random)
        let hasStart = Bool.random(using: &random)
        switch self {
        case .appleReminders:
            lines +=
                isDay
                ? ["DTSTART;VALUE=DATE:\(day)", "DUE;VALUE=DATE:\(day)"]
                : ["DTSTART;TZID=\(zone):\(day)\(time)", "DUE;TZID=\(zone):\(day)\(time)"]
            lines += ["X-APPLE-SORT-ORDER:5", "PRIORITY:1"]
            let moment = utc(day, time, in: zone)
            lines += alarm("UID:A-\(uid)", "X-WR-ALARMUID:A", "TRIGGER;VALUE=DATE-TIME:\(moment)")
        case .tasksOrg:
            if hasStart {
                lines.append(
                    isDay ? "DTSTART;VALUE=DATE:\(startDay)" : "DTSTART;TZID=\(zone):\(startDay)\(time)")
            }
            lines.append(isDay ? "DUE;VALUE=DATE:\(day)" : "DUE;TZID=\(zone):\(day)\(time)")
            lines += ["RELATED-TO;RELTYPE=PARENT:parent"]
            lines += alarm("TRIGGER;RELATED=END:PT0S") + alarm("TRIGGER;RELATED=END:-PT30M")
            if hasStart { lines += alarm("TRIGGER;RELATED=START:PT0S") }
        case .thunderbird:
            if hasStart { lines.append("DTSTART;TZID=\(zone):\(startDay)T080000") }
            lines += ["DUE;TZID=\(zone):\(day)\(time)", "X-MOZ-GENERATION:2", "PERCENT-COMPLETE:30"]
            lines += alarm("UID:T-\(uid)", "TRIGGER:-PT15M")
        case .evolution:
            lines.append("DTSTART;VALUE=DATE:\(startDay)")
            lines.append("DUE;TZID=/freeassociation.sourceforge.net/\(zone):\(day)\(time)")
            lines += alarm("X-EVOLUTION-ALARM-UID:\(uid)", "TRIGGER;RELATED=END:-P1D")
        case .jtxBoard:
            lines.append("DTSTART;TZID=\(zone):\(day)\(time)")
            lines.append(Bool.random(using: &random) ? "DURATION:PT1H" : "DURATION:P2D")
            lines += ["SEQUENCE:3", "GEO:48.1;16.2", "CLASS:PRIVATE"]
        case .planify:
            lines.append(isDay ? "DUE;VALUE=DATE:\(day)" : "DUE:\(day)\(time)")
            lines += ["RELATED-TO:parent", "X-PINNED:false"]
        case .twoDo:
            if hasStart { lines.append("DTSTART:\(startDay)\(time)Z") }
            lines += ["DUE:\(day)\(time)Z", "X-2DO-TYPE:0"]
            lines += alarm("TRIGGER;VALUE=DATE-TIME:\(day)\(time)Z")
            lines += alarm("TRIGGER;VALUE=DATE-TIME:\(startDay)T120000Z")
        case .startOnly:
            let start = isDay ? "DTSTART;VALUE=DATE:\(day)" : "DTSTART;TZID=\(zone):\(day)\(time)"
            lines += [start, "CATEGORIES:" + (0..<25).map { "t\($0)" }.joined(separator: ",")]
            lines += alarm("TRIGGER:PT9H") + alarm("TRIGGER:-PT15M", "REPEAT:2", "DURATION:PT5M")
        case .ownZone:
            if hasStart { lines.append("DTSTART;TZID=Here:\(startDay)\(time)") }
            lines += ["DUE;TZID=Here:\(day)\(time)"] + alarm("TRIGGER;RELATED=END:-P1D")
        case .todoman:
            lines += ["DUE;TZID=\(zone):\(day)\(time)", "PRIORITY:5", "STATUS:NEEDS-ACTION"]
        }
        lines = lines.filter { !$0.isEmpty }
        var all = lines.ordered
        if comesAgain, let rule {
            let (exceptions, overrides) = exceptions(of: lines, uid: uid, &random)
            all = (lines + [rule] + exceptions).ordered + overrides
        }
        let text = Client.task(uid: uid, all)
        let withZone = text.replacing("BEGIN:VTODO\r\nUID", with: Self.zone, maxReplacements: 1)
        return self == .ownZone ? withZone : text
    }

    /// A zone with a name of the app's own, before the task.
    private static let zone = [
        "BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0530",
        "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VTODO", "UID",
    ].joined(separator: "\r\n")

    /// Exceptions in the form of the start, as lines of the task and of other components.
    private func exceptions(
        of lines: [String], uid: String, _ random: inout SeededGenerator
    ) -> (lines: [String], overrides: [String]) {
        let start = lines.first { $0.hasPrefix("DTSTART") } ?? lines.first { $0.hasPrefix("DUE") } ?? ""
        let due = lines.first { $0.hasPrefix("DUE") } ?? start
        func after(_ days: Int, _ line: String) -> String {
            let digits = line.split(separator: ":").last ?? ""
            let (year, month) = (Int(digits.prefix(4)), Int(digits.dropFirst(4).prefix(2)))
            let dayOfMonth = Int(digits.dropFirst(6).prefix(2))
            let day = CivilDate(year: year ?? 0, month: month ?? 1, day: dayOfMonth ?? 1)?.advanced(by: days)
            let form = line.drop { $0 != ";" && $0 != ":" }.prefix { $0 != ":" }
            return form + ":" + (day?.text.filter { $0 != "-" } ?? "") + digits.dropFirst(8)
        }
        var exceptions: [String] = []
        var overrides: [String] = []
        if Bool.random(using: &random) { exceptions.append("EXDATE" + after(1, start)) }
        if Bool.random(using: &random) { exceptions.append("EXDATE" + after(7, start)) }
        if Int.random(in: 0..<3, using: &random) == 0 { exceptions.append("RDATE" + after(10, start)) }
        for days in [0, 2, 7, 14] where Int.random(in: 0..<3, using: &random) == 0 {
            let change = [
                "STATUS:COMPLETED", "STATUS:CANCELLED", "SUMMARY:Another", "DUE" + after(days + 1, due),
                "DUE" + after(days + 17, due), "DUE" + after(days == 14 ? 9 : days + 1, due),
            ].randomElement(using: &random)
            overrides += ["END:VTODO", "BEGIN:VTODO", "UID:\(uid)", "RECURRENCE-ID" + after(days, start)]
            overrides += [change ?? "", "X-UNKNOWN-\(days):1"]
        }
        return (exceptions, overrides)
    }

    private func alarm(_ lines: String...) -> [String] {
        [
            (["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x"] + lines + ["END:VALARM"]).joined(
                separator: "\r\n")
        ]
    }

    private func utc(_ day: String, _ time: String, in zone: String) -> String {
        let year = Int(day.prefix(4)) ?? 0
        let month = Int(day.dropFirst(4).prefix(2)) ?? 1
        guard let date = CivilDate(year: year, month: month, day: Int(day.suffix(2)) ?? 1),
            let local = LocalTime(zone: zone)
        else { return "" }
        let hour = Int(time.dropFirst().prefix(2)) ?? 0
        let minute = Int(time.dropFirst(3).prefix(2)) ?? 0
        let moment = local.moment(of: DayAndTime(day: date, time: (hour * 60 + minute) * 60_000))
        let there = LocalTime.utc.dayAndTime(of: moment)
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let seconds = there.time / 1_000
        return there.day.text.filter { $0 != "-" } + "T" + digits(seconds / 3_600)
            + digits(seconds / 60 % 60) + "00Z"
    }
}

extension [String] {
    /// Properties before alarms.
    fileprivate var ordered: [String] {
        filter { !$0.hasPrefix("BEGIN") } + filter { $0.hasPrefix("BEGIN") }
    }
}
