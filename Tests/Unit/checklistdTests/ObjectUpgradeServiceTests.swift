import Checklists
import Foundation
import MemoryStore
import Testing

@testable import checklistd

@Suite(.timeLimit(.minutes(5))) struct `The service after an upgrade` {
    private func service(_ store: any Store) -> ObjectUpgradeService {
        ObjectUpgradeService(store: store, log: Log(level: .error, format: .text, now: { Date() }))
    }

    @Test func `reads the series of calendar objects, until it is stopped`() async throws {
        let store = VolatileStore(now: { Timestamp(Date()) })
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "Home"), idempotencyKey: nil)
            .value.id
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:1", "DUE:20261201T090000Z",
            "RRULE:FREQ=HOURLY", "END:VTODO", "END:VCALENDAR", "",
        ]
        // As the version before stored it.
        var draft = ItemDraft(text: "Drink")
        draft.dueDate = Timestamp(milliseconds: 1_796_115_600_000)
        (draft.uid, draft.calendarObject) = ("1", CalendarObject(text: lines.joined(separator: "\r\n")))
        let item = try await store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value.id
        let commits = store.commits()
        let upgrade = service(store)
        let running = Task { await upgrade.run() }
        for await _ in commits { break }
        #expect(try await !store.asFirst.item(item).timing.series.isFollowed)
        running.cancel()
        await running.value
    }

    @Test func `ends by itself where there is nothing to read`() async throws {
        await service(VolatileStore(now: { Timestamp(Date()) })).run()
    }
}
