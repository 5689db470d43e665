public import Checklists
import Exchange
import HTTP
import Synchronization

/// A document of lists, written in pieces.
public struct ExportDocument {
    private var writer: any ListWriter
    private var checklists: ArraySlice<ChecklistSnapshot>
    /// The current list, and the rest of its items; `nil` between two lists.
    private var current: (checklist: Checklist, items: SnapshotItems.Iterator)?
    private var phase = Phase.begin

    private enum Phase { case begin, lists, end }

    /// Creates a document of these lists.
    /// - Parameters:
    ///   - now: The time of the export, which the full format contains.
    ///   - zone: The time zone of due times for items without one.
    public init(
        of checklists: [ChecklistSnapshot], as format: ExportFormat, at now: Timestamp, in zone: LocalTime
    ) {
        let name = checklists.count == 1 ? checklists[0].checklist.name : "Checklists"
        self.init(of: checklists, format.writer(name: name, at: now, in: zone))
    }

    init(of checklists: [ChecklistSnapshot], _ writer: any ListWriter) {
        self.checklists = checklists[...]
        self.writer = writer
    }

    /// The next piece; `nil` at the end.
    public mutating func next() -> [UInt8]? {
        if phase == .end { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Limits.exportPieceBytes + 4096)
        if phase == .begin {
            bytes += writer.begin()
            phase = .lists
        }
        while bytes.count < Limits.exportPieceBytes {
            if let (checklist, _) = current {
                if let item = current?.items.next() {
                    bytes += writer.item(item, on: checklist)
                } else {
                    bytes += writer.endList()
                    current = nil
                }
            } else if let snapshot = checklists.popFirst() {
                bytes += writer.begin(snapshot.checklist)
                let items = writer.ordersBySection ? snapshot.itemsBySection : snapshot.items
                current = (snapshot.checklist, items.makeIterator())
            } else {
                bytes += writer.end()
                phase = .end
                break
            }
        }
        return bytes
    }

    /// A document as the body of a response, since it can be long and other requests wait.
    static func stream(of checklists: [ChecklistSnapshot], _ writer: any ListWriter) -> Response.Body {
        let document = Mutex(ExportDocument(of: checklists, writer))
        return .stream {
            // A fast client would otherwise keep the other connections of this event loop waiting.
            await Task.yield()
            return document.withLock { $0.next() }
        }
    }
}

extension ChecklistSnapshot {
    /// The items in the order of the sections, those without a section first.
    fileprivate var itemsBySection: SnapshotItems {
        guard checklist.hasSections else { return items }
        var numbers: [Section.ID: Int] = [:]
        for (number, section) in checklist.sections.all.enumerated() { numbers[section.id] = number + 1 }
        var groups: [[Item]] = Array(repeating: [], count: checklist.sections.all.count + 1)
        for item in items { groups[item.sectionID.flatMap { numbers[$0] } ?? 0].append(item) }
        return SnapshotItems(groups.flatMap(\.self))
    }
}
