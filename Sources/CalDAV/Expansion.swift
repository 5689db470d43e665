import CalendarObjects
import Checklists
import HTTP
import XML

/// The time range whose occurrences a report asks for, each as a task of its own (RFC 4791 §9.6.5).
struct Expansion: Sendable {
    private let range: TimeRange

    /// How many occurrences one answer has at most.
    private static let occurrencesMax = 10_000
    /// About how many bytes the occurrences of one answer have at most: 16 MiB.
    private static let bytesMax = 16 << 20
    /// After how many items the task yields.
    private static let itemsBetweenYields = 16

    /// - Returns: `nil` where the report does not ask for it.
    /// - Throws: `DAVFault` if there is no such range.
    init?(_ report: XMLElement) throws(DAVFault) {
        let data = report.child(.dav("prop"))?.child(.calDAV("calendar-data"))
        guard let element = data?.child(.calDAV("expand")) else { return nil }
        guard ["start", "end"].allSatisfy({ element.attribute(XMLName("", $0)) != nil }) else {
            throw DAVFault(.forbidden, .calDAV("valid-filter"), "An expand needs a start and an end in UTC.")
        }
        range = try element.range
    }

    /// What items are to calendar programs. The task ends when the client has gone.
    /// - Throws: `DAVFault` if there are too many occurrences or bytes.
    @concurrent
    func texts(of items: [Item], at now: Timestamp) async throws -> [Item.ID: String] {
        var texts: [Item.ID: String] = [:]
        var room = ExpansionRoom(occurrences: Self.occurrencesMax, bytes: Self.bytesMax)
        for (index, item) in items.enumerated() {
            if index % Self.itemsBetweenYields == 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
            let text = try TaskObject.expandedText(of: item, during: range, in: &room, at: now)
            guard let text else {
                throw DAVFault(
                    .forbidden, .dav("number-of-matches-within-limits"),
                    "There are more than \(Self.occurrencesMax) occurrences, or more than "
                        + "\(Self.bytesMax) bytes of them; ask for a shorter time.")
            }
            texts[item.id] = text
        }
        return texts
    }
}
