import CalDAV
import Checklists
import HTTP
import Testing

@Suite struct `A task with a rule and no time` {
    private let client = Client()
    private let path = "\(Client.home)shop/a@b.ics"

    @Test(arguments: ["RRULE:FREQ=HOURLY", "RRULE:FREQ=DAILY", "RDATE:20261201T090000Z"])
    func `is a plain one, which is checked`(line: String) async throws {
        _ = await client.make("shop")
        #expect(await client.put(path, [line]).status == 201)
        let session = client.store.asFirst
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        #expect(item.timing.series.isFollowed && item.timing.recurrence == nil)
        #expect(await client.send(.get, path).text == Client.task([line]))
        #expect(try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value.checked)
        let text = await client.send(.get, path).text
        #expect(text.contains("STATUS:COMPLETED") && text.contains(line))
    }
}
