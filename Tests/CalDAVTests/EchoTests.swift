import CalendarObjects
import Checklists
import Dates
import HTTP
import Randomness
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

@Suite struct `An object after edits by others` {
    private let client = Client()
    private let list = "\(Client.home)shop/"

    /// Random objects in the shapes of known programs, random edits, and the `PUT` of what a program reads.
    @Test(arguments: AppShape.allCases)
    func `says what the item is, and its echo changes nothing`(shape: AppShape) async throws {
        var random = SeededGenerator(seed: 34 + UInt64(shape.rawValue))
        _ = await client.make("shop")
        _ = await client.make("other")
        let session = client.store.asFirst
        for number in 0..<50 {
            let sent = shape.task(uid: "task-\(number)", &random)
            let path = "\(list)\(number).ics"
            #expect(await client.send(.put, path, body: sent).status == 201, "\(sent)")
            var item = try #require(
                try await session.items(ItemQuery()).elements.first { $0.uid == "task-\(number)" })
            for _ in 0..<4 {
                let before = item
                let textBefore = TaskObject.text(of: before, at: now)
                let edit = try await RandomEdit(&random, of: item).apply(to: item, in: session)
                item = try await session.item(item.id)
                let text = TaskObject.text(of: item, at: now)
                let context = Comment(rawValue: "\(edit)\n\(sent)\nwas\n\(textBefore)\nis\n\(text)")
                #expect(try TaskObject(Array(text.utf8)).says(item, at: now), context)
                #expect(await client.send(.put, path, body: text).status == 204, context)
                let echoed = try await session.item(item.id)
                #expect(echoed.whatPeopleSee == item.whatPeopleSee, context)
                item = echoed
                for line in sent.unknownLines { #expect(text.contains(line), context) }
                if edit.keepsAlarmsAndTimes, before.dueDate != nil, item.dueDate != nil {
                    #expect(text.hasLines(as: "UID:", in: textBefore), context)
                    #expect(text.hasStart || !textBefore.hasStart, context)
                }
            }
            _ = try await session.deleteItem(item.id, ifMatch: nil)
        }
    }
}

/// Programs whose way to write tasks is known.
enum AppShape: Int, CaseIterable, Sendable {
    case appleReminders, tasksOrg, thunderbird, evolution, jtxBoard, planify, twoDo, todoman

    func task(uid: String, _ random: inout SeededGenerator) -> String {
        var lines = ["SUMMARY:Task \(uid)", "X-UNKNOWN-\(uid):1"]
        let day = "202612\(["01", "02", "07", "15"].randomElement(using: &random) ?? "01")"
        let startDay = "202611\(["27", "28", "30"].randomElement(using: &random) ?? "30")"
        let time = ["T090000", "T100000", "T233000"].randomElement(using: &random) ?? ""
        let zone = ["Europe/Paris", "America/New_York", "Asia/Tokyo"].randomElement(using: &random) ?? ""
        let rule = [
            "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;COUNT=4",
            "FREQ=WEEKLY;BYDAY=MO,TU,TH", "FREQ=MONTHLY;BYMONTHDAY=1,8,15,-1",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
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
        case .todoman:
            lines += ["DUE;TZID=\(zone):\(day)\(time)", "PRIORITY:5", "STATUS:NEEDS-ACTION"]
        }
        lines = lines.filter { !$0.isEmpty }
        guard comesAgain, let rule else { return Client.task(uid: uid, lines.ordered) }
        let (exceptions, overrides) = exceptions(of: lines, uid: uid, &random)
        return Client.task(uid: uid, (lines + [rule] + exceptions).ordered + overrides)
    }

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
        for days in [0, 2, 14] where Int.random(in: 0..<3, using: &random) == 0 {
            let change = [
                "STATUS:COMPLETED", "STATUS:CANCELLED", "SUMMARY:Another", "DUE" + after(days + 1, due),
            ].randomElement(using: &random)
            overrides += ["END:VTODO", "BEGIN:VTODO", "UID:\(uid)", "RECURRENCE-ID" + after(days, start)]
            overrides.append(change ?? "")
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

extension String {
    /// Whether a task says when it begins.
    fileprivate var hasStart: Bool { contains("\r\nDTSTART") }

    /// Whether all lines with a prefix that another text has are in this one.
    fileprivate func hasLines(as prefix: String, in other: String) -> Bool {
        let lines = Set(split(separator: "\r\n"))
        return other.split(separator: "\r\n").filter { $0.hasPrefix(prefix) }.allSatisfy(lines.contains)
    }

    /// Lines of which the service understands nothing.
    fileprivate var unknownLines: [String] {
        split(separator: "\r\n").map(String.init).filter { line in
            ["X-UNKNOWN", "X-MOZ-GENERATION", "RELATED-TO", "SEQUENCE", "CLASS", "X-PINNED", "X-2DO"]
                .contains { line.hasPrefix($0) }
        }
    }
}

/// What a front end may do with an item.
enum RandomEdit: Sendable {
    case patch(ItemPatch)
    case toggle, skip, unsnooze
    case snooze(Timestamp)

    init(_ random: inout SeededGenerator, of item: Item) throws {
        var patch = ItemPatch()
        let later = now.advanced(byMilliseconds: Int64.random(in: 1...4_000, using: &random) * 900_000)
        let alarms: [Alarm] = [.offset(-600), .offset(3_600), .offset(-86_400), .at(later)]
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: patch.dueDate = later
        case 2: patch.dueOn = LocalTime.utc.day(of: later)
        case 3: patch.timeZone = ["Europe/Berlin", "Asia/Tokyo", "UTC"].randomElement(using: &random)
        case 4: patch.alarms = item.timing.alarms + [alarms.randomElement(using: &random) ?? .offset(-60)]
        case 5: patch.alarms = Array(item.timing.alarms.dropFirst())
        case 6: patch.shouldRemind = !item.shouldRemind && item.dueDate != nil
        case 7: patch.text = "Other text"
        case 8:
            patch.recurrence =
                item.dueDate == nil ? .some(nil) : Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        case 9:
            self = .toggle
            return
        case 10 where item.timing.recurrence != nil && !item.checked:
            self = .skip
            return
        case 11 where item.remindAt != nil:
            self = .snooze(later)
            return
        case 12 where item.snoozedUntil != nil:
            self = .unsnooze
            return
        case 13 where item.timing.recurrence == nil && !item.shouldRemind:
            patch.dueDate = .some(nil)
            patch.dueOn = .some(nil)
            patch.alarms = []
        default: patch.important = !item.important
        }
        self = .patch(patch)
    }

    /// Whether alarms keep their names, and the task a beginning if it has one.
    var keepsAlarmsAndTimes: Bool {
        switch self {
        case .patch(let patch): patch.alarms == nil && patch.shouldRemind == nil && patch.recurrence == nil
        case .toggle, .skip, .snooze, .unsnooze: true
        }
    }

    func apply(to item: Item, in session: Session) async throws -> RandomEdit {
        do {
            switch self {
            case .patch(let patch): _ = try await session.updateItem(item.id, patch, ifMatch: nil)
            case .toggle: _ = try await session.toggleItem(item.id, ifMatch: nil, once: nil)
            case .skip: _ = try await session.skipItem(item.id, ifMatch: nil, once: nil)
            case .unsnooze: try await session.unsnoozeItem(item.id, ifMatch: nil)
            case .snooze(let moment):
                _ = try await session.snoozeItem(item.id, until: moment, ifMatch: nil, once: nil)
            }
        } catch ChecklistsError.invalid, ChecklistsError.conflict {
            // An edit that does not go with the item changes nothing.
        }
        return self
    }
}

extension Item {
    /// All that a front end shows of the item but the times of its changes.
    fileprivate var whatPeopleSee: [String] {
        [
            text, notes, "checked \(checked) \(important)", "checked at \(String(describing: checkedAt))",
            "due \(String(describing: dueDate)) \(String(describing: timing.dueOn))",
            "zone \(String(describing: timing.timeZone))", "rule \(String(describing: timing.recurrence))",
            "alarms \(shouldRemind) \(timing.alarms) \(String(describing: timing.repeatEvery))",
            "reminds \(String(describing: remindAt)) \(String(describing: snoozedUntil))",
            "done \(timing.completionsCount) \(String(describing: timing.lastCompletedAt))",
            "at \(position) \(String(describing: location)) \(checklistID)",
            "next \(occurrences(limit: 8)) \(timing.series.isFollowed)",
        ]
    }
}
