import Checklists

/// The times of a headline.
struct OrgPlanning {
    private var deadline: OrgTimestamp?
    private var scheduled: OrgTimestamp?
    private var closed: OrgTimestamp?

    /// Whether there is no time.
    var isEmpty: Bool { !hasDue && closed == nil }

    /// Whether there is a time to come.
    var hasDue: Bool { deadline != nil || scheduled != nil }

    /// Reads a line of only such times.
    /// - Returns: Whether it is one.
    mutating func read(_ line: Substring, in zone: LocalTime) -> Bool {
        var rest = line.drop(while: \.isWhitespace)
        while !rest.isEmpty {
            guard let colon = rest.firstIndex(of: ":") else { return false }
            let name = rest[..<colon]
            let value = rest[colon...].dropFirst().drop(while: \.isWhitespace)
            guard let time = OrgTimestamp(value, in: zone) else { return false }
            switch name {
            case "DEADLINE": deadline = time
            case "SCHEDULED": scheduled = time
            case "CLOSED": closed = time
            default: return false
            }
            rest = Substring(value.utf8.dropFirst(time.text.utf8.count)).drop(while: \.isWhitespace)
        }
        return true
    }

    /// Gives the times to an item. The deadline is the due time, and the scheduled one the start. Without a
    /// deadline, the scheduled time is the due time.
    func set(_ item: inout ForeignItem, isDone: Bool, in zone: LocalTime) {
        if let due = deadline ?? scheduled {
            item.due = due.due
            item.draft.recurrence = due.recurrence
            if let warning = due.warning { item.draft.alarms = [.offset(-warning)] }
            item.keep(deadline == nil ? "SCHEDULED" : "DEADLINE", due.others.joined(separator: " "))
        }
        if deadline != nil, let scheduled {
            item.start = scheduled.due
            if scheduled.recurrence != nil || scheduled.warning != nil || !scheduled.others.isEmpty {
                item.keep("SCHEDULED", scheduled.text)
            }
        }
        if let closed {
            if isDone {
                item.draft.checkedAt = closed.due.moment(in: zone)
            } else {
                item.keep("CLOSED", closed.text)
            }
        }
    }
}
