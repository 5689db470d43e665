package import Checklists
import Dates

/// Writes lists as Markdown with the fields of Obsidian Tasks. `MarkdownReader` reads the same lists from it.
///
/// Days have emoji: `📅 2026-12-01`. What those cannot say is an inline field of Dataview:
/// `[due:: 2026-12-01T18:00:00+01:00]`. Check marks and creation have their days only.
///
/// The format has no places for members, snoozed reminders, numbers of completions and calendar objects.
package struct MarkdownWriter: TextWriter {
    let zone: LocalTime

    package let ordersBySection = true

    private var sections = SectionOrder()
    private var parent: Item.ID?
    private var last: Block?

    private enum Block { case heading, item }

    package init(zone: LocalTime) { self.zone = zone }

    package mutating func text(of checklist: Checklist) -> String {
        let text = textAtEnd() + heading("#", checklist.name)
        sections = SectionOrder(checklist)
        parent = nil
        return text
    }

    package mutating func text(of item: Item) -> String {
        var text = sections.names(before: item).map { heading("##", $0) }.joined()
        if last == .heading { text += "\n" }
        last = .item
        let isSubtask = parent != nil && item.parentID == parent
        if !isSubtask { parent = item.id }
        let indentation = isSubtask ? Self.indentation : ""
        text += indentation + line(of: item) + "\n"
        for line in item.notes.asLines.split(separator: "\n", omittingEmptySubsequences: false)
        where !item.notes.isEmpty {
            let written = MarkdownEscapes.noteLine(line)
            text += written.isEmpty ? "\n" : indentation + Self.indentation + written + "\n"
        }
        return text
    }

    package mutating func textAtEnd() -> String { sections.namesAtEnd().map { heading("##", $0) }.joined() }

    private static let indentation = "    "

    private mutating func heading(_ level: String, _ name: String) -> String {
        let blank = last == nil ? "" : "\n"
        last = .heading
        return "\(blank)\(level) \(MarkdownEscapes.heading(name))\n"
    }

    // MARK: - Item

    private func line(of item: Item) -> String {
        var words = ["-", item.checked ? "[x]" : "[ ]", MarkdownEscapes.text(item.text)]
        words += Self.tags(item.tags)
        let details = item.details
        if let quantity = details.quantity {
            words.append(Self.field("quantity", WrittenQuantity.text(quantity, unit: details.unit)))
        }
        if let location = item.location { words += Self.fields(of: location) }
        words += times(of: item)
        return words.joined(separator: " ")
    }

    private static func field(_ key: String, _ value: String) -> String {
        "[\(key):: \(MarkdownEscapes.value(value))]"
    }

    /// Tags of one word as `#tag`, others as fields between them, so that their order stays.
    private static func tags(_ tags: [String]) -> [String] {
        var words: [String] = []
        var others: [String] = []
        for tag in tags + [""] {
            if !tag.isEmpty, !MarkdownText.isWord(tag) {
                others.append(tag)
                continue
            }
            if !others.isEmpty { words.append(field("tags", others.joined(separator: ", "))) }
            others = []
            if !tag.isEmpty { words.append("#\(tag)") }
        }
        return words
    }

    private static func fields(of location: Location) -> [String] {
        var words: [String] = []
        let parts = [
            ("street", location.street), ("postal-code", location.postalCode), ("city", location.city),
            ("country", location.country),
        ]
        for (key, value) in parts {
            if let value { words.append(field(key, value)) }
        }
        if let latitude = location.latitude, let longitude = location.longitude {
            words.append(field("coordinates", "\(latitude), \(longitude)"))
        }
        return words
    }

    // MARK: - Times

    /// The inline fields come first: Obsidian Tasks reads emoji at the end of the line only.
    private func times(of item: Item) -> [String] {
        let timing = item.timing
        let zone = timing.localTime ?? self.zone
        var (fields, signs): ([String], [String]) = ([], [])
        if item.important { signs.append("⏫") }
        if let recurrence = timing.recurrence {
            let day = (item.due ?? .day(.first)).local(in: zone).day
            if let words = RecurrenceWords.words(recurrence, from: day) {
                signs.append("🔁 \(words)")
            } else {
                let end = recurrence.from == .completion ? " when done" : ""
                fields.append(Self.field("repeat", recurrence.rule.text + end))
            }
        }
        func add(_ due: Due?, _ key: String, _ sign: String) {
            switch due {
            case .day(let day): signs.append("\(sign) \(day.text)")
            case .moment(let moment): fields.append(Self.field(key, WrittenTime.text(of: moment, in: zone)))
            case nil: break
            }
        }
        signs.append("➕ \(self.zone.day(of: item.createdAt).text)")
        add(Due(startOf: item), "start", "🛫")
        add(item.due, "due", "📅")
        if let name = timing.timeZone, name != self.zone.name { fields.append(Self.field("timezone", name)) }
        fields += reminders(of: item, timing, in: zone)
        if item.checked, let checkedAt = item.checkedAt {
            signs.append("✅ \(self.zone.day(of: checkedAt).text)")
        }
        return fields + signs
    }

    private func reminders(of item: Item, _ timing: Timing, in zone: LocalTime) -> [String] {
        var times = item.shouldRemind ? [ISO8601Duration.text(seconds: 0)] : []
        times += timing.alarms.map { $0.text { WrittenTime.text(of: $0, in: zone) } }
        var fields = times.isEmpty ? [] : [Self.field("remind", times.joined(separator: ", "))]
        if let seconds = timing.repeatEvery {
            fields.append(Self.field("remind-every", ISO8601Duration.text(seconds: seconds)))
        }
        return fields
    }
}
