import Checklists
import Dates
import HTTP
import JSON

/// The route that previews the occurrences of a recurrence rule.
struct OccurrenceRoutes {
    /// The wall clock.
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/occurrences", .read, handler: list)]
    }

    private func list(
        _ call: Call<Fixed>, _ query: OccurrenceQuery, _ precondition: Precondition
    ) async throws -> Response {
        var item: Item?
        if let id = query.itemID { item = try await call.session.item(id) }
        var zone = query.zone ?? item?.timing.localTime
        if zone == nil { zone = try await call.session.timeZone() }
        let clock = zone ?? .utc
        let due = query.due ?? item?.due ?? .day(clock.day(of: now()))
        let next =
            item?.occurrences(after: due, in: clock, by: query.rule, limit: query.limit)
            ?? query.rule.occurrences(after: due, in: clock, limit: query.limit)
        return try .ok(OccurrencesBody(next), precondition)
    }
}

/// The query for occurrences.
private struct OccurrenceQuery: RequestQuery {
    let rule: RecurrenceRule
    /// The item whose exceptions apply.
    let itemID: Item.ID?
    /// The due date of the current occurrence; `nil` for that of the item, else today.
    let due: Due?
    let zone: LocalTime?
    let limit: Int

    init(_ query: inout QueryReader) {
        itemID = query.value("itemId", .identifier())
        let text = query.value("rule", .text)
        let day = query.value("dueOn", .day)
        let moment = query.value("dueDate", .timestamp)
        zone = query.value("timeZone", .timeZone)
        limit = query.value("limit", .limit) ?? Limits.occurrencesDefault
        rule = query.rule(text)
        due = moment.map(Due.moment) ?? day.map(Due.day)
    }
}

/// Occurrences in JSON.
private struct OccurrencesBody: JSONWritable {
    let occurrences: [Due]

    init(_ occurrences: [Due]) {
        self.occurrences = occurrences
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            for due in occurrences {
                json.object { json in
                    switch due {
                    case .day(let day): json.member("dueOn", day.text)
                    case .moment(let moment): json.member("dueDate", TimestampBody(moment))
                    }
                }
            }
        }
    }
}

extension QueryReader {
    /// Parses a recurrence rule. An invalid rule is a fault, and a daily one stands in for it.
    fileprivate mutating func rule(_ text: String?) -> RecurrenceRule {
        do throws(RecurrenceRule.Fault) {
            return try RecurrenceRule(text ?? "")
        } catch {
            note("rule", text == nil ? .missing : .notARecurrenceRule(error))
            return .daily
        }
    }
}
