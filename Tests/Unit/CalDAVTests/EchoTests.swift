import Checklists
import Dates
import HTTP
import ICalendar
import Randomness
import Testing

@testable import CalendarObjects

private let now = Timestamp(milliseconds: 1_795_000_000_000)

@Suite struct `An object after edits by others` {
    private let client = Client()
    private let list = "\(Client.home)shop/"

    /// Random objects in the shapes of known programs, random edits, and the `PUT` of what a program reads:
    /// 1,000 objects, at night 20,000.
    @Test(arguments: AppShape.allCases, seeds(2, of: 40))
    func `says what the item is, and its echo changes nothing`(shape: AppShape, seed: UInt64) async throws {
        var random = SeededGenerator(seed: 100 * seed + UInt64(shape.rawValue))
        _ = await client.make("shop")
        _ = await client.make("other")
        let session = client.store.asFirst
        for number in 0..<40 {
            let sent = shape.task(uid: "task-\(number)", &random)
            let path = "\(list)\(number).ics"
            #expect(await client.send(.put, path, body: sent).status == 201, "\(sent)")
            var item = try #require(
                try await session.items(ItemQuery()).elements.first { $0.uid == "task-\(number)" })
            try item.expectDuesOfText("\(sent)")
            var hasSameSeries = true
            // What the app read last, and whether the alarms and times are still those.
            var (known, isKept) = (sent, true)
            for _ in 0..<4 {
                let before = item
                let textBefore = TaskObject.text(of: before, at: now)
                let edit = try await RandomEdit(&random, of: item).apply(to: item, in: session)
                item = try await session.item(item.id)
                let text = TaskObject.text(of: item, at: now)
                let context = Comment(rawValue: "\(edit)\n\(sent)\nwas\n\(textBefore)\nis\n\(text)")
                #expect(try TaskObject(Array(text.utf8)).says(item, at: now), context)
                try item.expectDuesOfText(context)
                // After a restart the server sends the same octets.
                let (read, again) = (await client.send(.get, path), await client.at(now).send(.get, path))
                #expect(read.text == text && again.text == text && again.etag == read.etag, context)
                if !edit.isOfTimes { #expect(text.timeLines == textBefore.timeLines, context) }
                // Not after each edit: some objects change more than once before their app reads them.
                // An app sends the same octets, which the server recognises, or writes them anew.
                let isSent = Bool.random(using: &random)
                let isSame = Bool.random(using: &random)
                let version = "VERSION:2.0\r\n"
                let body =
                    isSame ? text : text.replacing(version, with: "X-ECHO:\(item.revision)\r\n\(version)")
                if isSent { #expect(await client.send(.put, path, body: body).status == 204, context) }
                let echoed = try await session.item(item.id)
                #expect(echoed.whatPeopleSee == item.whatPeopleSee, context)
                for line in sent.unknownLines { #expect(text.contains(line), context) }
                hasSameSeries = hasSameSeries && edit.keepsSeries
                if hasSameSeries { try item.expectOverridesAhead(of: before, context) }
                item = echoed
                isKept = isKept && edit.keepsAlarmsAndTimes && before.dueDate != nil && item.dueDate != nil
                if isKept {
                    #expect(text.hasLines(as: "UID:", in: known), context)
                    #expect(text.hasStart || !known.hasStart, context)
                }
                if isSent, !isSame { (known, isKept) = (text, true) }
            }
            _ = try await session.deleteItem(item.id, ifMatch: nil)
        }
    }

    /// Items of the page and the API: the object is the one that the service writes.
    @Test func `of the service is that of its app once it is echoed`() async throws {
        var random = SeededGenerator(seed: 35)
        _ = await client.make("shop")
        let session = client.store.asFirst
        let checklist = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        for number in 0..<100 {
            var draft = ItemDraft(text: "Milk")
            let rules = ["FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"]
            let rule = try rules.randomElement(using: &random).map { try RecurrenceRule($0) }
            draft.recurrence = rule.map { Recurrence($0) }
            draft.timeZone = ["UTC", "Europe/Paris"].randomElement(using: &random)
            if Bool.random(using: &random) {
                draft.dueOn = CivilDate("2026-12-07")
            } else {
                draft.dueDate = now.advanced(byMilliseconds: 1_900_000_000)
            }
            let id = try await session.addItem(draft, to: checklist, idempotencyKey: nil).value.id
            for _ in 0..<5 {
                let edit = try await RandomEdit(&random, of: session.item(id)).apply(
                    to: session.item(id), in: session)
                let item = try await session.item(id)
                let text = TaskObject.text(of: item, at: now)
                let context = Comment(rawValue: "\(number) \(edit)\n\(text)")
                try item.expectDuesOfText(context)
                // Some of them get an app's object, which then changes further.
                guard Bool.random(using: &random) else { continue }
                let path = "\(list)checklistd-\(id).ics"
                #expect(await client.send(.put, path, body: text).status == 204, context)
                #expect(try await session.item(id).whatPeopleSee == item.whatPeopleSee, context)
            }
            _ = try await session.deleteItem(id, ifMatch: nil)
        }
    }
}

extension Item {
    /// Expects that an app computes the due times of the item from the object that it reads.
    fileprivate func expectDuesOfText(_ context: Comment) throws {
        let object = try TaskObject(Array(TaskObject.text(of: self, at: now).utf8))
        let reading = object.reading(in: timing.localTime ?? .utc, at: now)
        guard let series = reading.series, !checked else { return }
        let start = Occurrence(local: series.first, index: 0)
        let dues = series.rule.occurrences(from: start, of: series.exceptions, in: series.zone)
            .dropFirst().prefix(8).map { timing.dueOn == nil ? Due.moment($0.moment) : .day($0.local.day) }
        let shown = occurrences(limit: 8)
        // Calendars have whole seconds.
        #expect(dues.count == shown.count && zip(dues, shown).allSatisfy { $0.isSameSecond(as: $1) }, context)
    }

    /// Expects that the overrides that lie ahead are still there.
    fileprivate func expectOverridesAhead(of before: Item, _ context: Comment) throws {
        /// When the occurrences are due that have a line, or would be by the rule.
        func overrides(_ item: Item) throws -> [String: DayAndTime] {
            let object = try TaskObject(Array(TaskObject.text(of: item, at: now).utf8))
            let zone = item.timing.localTime ?? .utc
            let reading = object.reading(in: zone, at: now)
            var byRule = item
            byRule.timing.series = Series(
                lead: item.timing.series.lead, skipped: Set(item.timing.series.skipped),
                added: Set(item.timing.series.added))
            let dues = Set(item.occurrences(limit: 60)).subtracting(byRule.occurrences(limit: 90))
                .map { $0.local(in: zone) }
            var all: [String: DayAndTime] = [:]
            for override in object.overrides {
                let name = override.properties.first { $0.name.hasPrefix("X-UNKNOWN") }?.name ?? "none"
                let due = reading.due(of: override).flatMap { dues.contains($0) ? $0 : nil }
                all[name] = due ?? reading.local(of: override)
            }
            return all
        }
        guard let current = timing.occurrence, let old = before.timing.occurrence else { return }
        let (names, namesBefore) = (Set(try overrides(self).keys), try overrides(before))
        for (name, last) in namesBefore where !names.contains(name) {
            #expect(last.day <= max(current.local.day, old.local.day), context)
        }
    }
}

extension String {
    /// Whether a task says when it begins.
    fileprivate var hasStart: Bool {
        firstRange(of: "BEGIN:VTODO").map { self[$0.upperBound...].contains("\r\nDTSTART") } ?? false
    }

    /// The lines of times, with those of the overrides and without those of time zones and alarms.
    fileprivate var timeLines: [Substring] {
        let names = ["DTSTART", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"]
        var isAlarm = false
        return split(separator: "\r\n").drop { $0 != "BEGIN:VTODO" }.filter { line in
            if line == "BEGIN:VALARM" { isAlarm = true }
            if line == "END:VALARM" { isAlarm = false }
            return !isAlarm && names.contains { line.hasPrefix("\($0):") || line.hasPrefix("\($0);") }
        }
    }

    /// Whether all lines with a prefix that another text has are in this one.
    fileprivate func hasLines(as prefix: String, in other: String) -> Bool {
        let lines = Set(split(separator: "\r\n"))
        return other.split(separator: "\r\n").filter { $0.hasPrefix(prefix) }.allSatisfy(lines.contains)
    }

    /// Lines of which the service understands nothing.
    fileprivate var unknownLines: [String] {
        split(separator: "\r\n").map(String.init).filter { line in
            ["X-UNKNOWN-task", "X-MOZ-GENERATION", "RELATED-TO", "SEQUENCE", "CLASS", "X-PINNED", "X-2DO"]
                .contains { line.hasPrefix($0) }
        }
    }
}

extension Item {
    /// All that a front end shows of the item but the times of its changes.
    fileprivate var whatPeopleSee: [String] {
        [
            text, notes, "checked \(checked) \(important)", "checked at \(String(describing: checkedAt))",
            "due \(String(describing: dueDate)) \(String(describing: timing.dueOn))",
            "zone \(String(describing: timing.timeZone))", "rule \(String(describing: timing.recurrence))",
            "start \(String(describing: details.startOn)) \(String(describing: details.startDate)) \(tags)",
            "alarms \(shouldRemind) \(timing.alarms) \(String(describing: timing.repeatEvery))",
            "reminds \(String(describing: remindAt)) \(String(describing: snoozedUntil))",
            "done \(timing.completionsCount) \(String(describing: timing.lastCompletedAt))",
            "at \(position) \(String(describing: location)) \(checklistID)",
            "next \(occurrences(limit: 8)) \(timing.series.isFollowed)",
        ]
    }
}
