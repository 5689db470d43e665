import Checklists
import Dates

extension Alarm {
    /// The alarms of a text, and its other parts. Commas, semicolons and line ends separate the parts.
    ///
    /// An alarm is an ISO 8601 duration after the due time, with an optional `TRIGGER:`, or a moment.
    static func read(_ text: String, in zone: LocalTime) -> (alarms: [Alarm], others: [String]) {
        if let alarm = Alarm(text.trimmed, in: zone) { return ([alarm], []) }
        var (alarms, others): ([Alarm], [String]) = ([], [])
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }) {
            let part = String(part).trimmed
            if part.isEmpty { continue }
            if let alarm = Alarm(part, in: zone) { alarms.append(alarm) } else { others.append(part) }
        }
        return (alarms, others)
    }

    /// The alarm in a file. An alarm that counts from the start begins with `START:`.
    func text(of moment: (Timestamp) -> String) -> String {
        switch self {
        case .offset(let seconds): ISO8601Duration.text(seconds: seconds)
        case .fromStart(let seconds): "START:" + ISO8601Duration.text(seconds: seconds)
        case .at(let time): moment(time)
        }
    }

    private init?(_ text: String, in zone: LocalTime) {
        if text.hasPrefix("START:"), let seconds = ISO8601Duration.seconds(signed: String(text.dropFirst(6)))
        {
            self = .fromStart(seconds)
            return
        }
        let isTrigger = text.uppercased().hasPrefix("TRIGGER")
        let value = isTrigger ? text.split(separator: ":").last.map(String.init) ?? "" : text
        if let seconds = ISO8601Duration.seconds(signed: value) {
            self = .offset(seconds)
        } else if value.hasPrefix("P"), value.utf8.count <= 20, !value.contains(where: { "1"..."9" ~= $0 }),
            value.contains("0")
        {
            // A program can write zero with several units: P0DT0H0M0S.
            self = .offset(0)
        } else if case .moment(let moment) = DateText.due(value, in: zone) {
            self = .at(moment)
        } else {
            return nil
        }
    }
}
