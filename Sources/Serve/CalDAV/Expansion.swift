import CalendarObjects
import Checklists
import HTTP
import XML

/// The time range of a `CALDAV:expand`, which turns each occurrence into a separate task (RFC 4791 §9.6.5).
struct Expansion: Sendable {
    private let range: TimeRange

    /// The limit of occurrences in one response.
    private static let occurrencesMax = 10_000
    /// The approximate limit of the occurrences in one response, in bytes.
    private static let bytesMax = 16 << 20
    /// The number of items between two yields of the task.
    private static let itemsBetweenYields = 16

    /// - Returns: `nil` for a report without `CALDAV:expand`.
    /// - Throws: `DAVFault` if the range is missing or malformed.
    init?(_ report: XMLElement) throws(DAVFault) {
        let data = report.child(.dav("prop"))?.child(.calDAV("calendar-data"))
        guard let element = data?.child(.calDAV("expand")) else { return nil }
        guard ["start", "end"].allSatisfy({ element.attribute(XMLName("", $0)) != nil }) else {
            throw DAVFault(
                .forbidden, .calDAV("valid-filter"),
                "CALDAV:expand must have start and end, for example 20261201T000000Z.")
        }
        range = try element.range
    }

    /// The expanded calendar objects of items. The task ends when the client disconnects.
    /// - Throws: `DAVFault` if the occurrences or their bytes exceed the limit.
    @concurrent
    func texts(of items: [Item], at now: Timestamp) async throws -> [Item.ID: String] {
        var texts: [Item.ID: String] = [:]
        var room = ExpansionRoom(occurrences: Self.occurrencesMax, bytes: Self.bytesMax)
        for (index, item) in items.enumerated() {
            try Task.checkCancellation()
            if index % Self.itemsBetweenYields == 0 { await Task.yield() }
            let text = try TaskObject.expandedText(of: item, during: range, in: &room, at: now)
            guard let text else {
                throw DAVFault(
                    .forbidden, .dav("number-of-matches-within-limits"),
                    "The response would exceed \(Self.occurrencesMax) occurrences "
                        + "or \(Self.bytesMax >> 20) MiB. "
                        + "Request a shorter time range.")
            }
            texts[item.id] = text
        }
        return texts
    }
}
