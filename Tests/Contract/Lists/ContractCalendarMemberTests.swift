import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A shared calendar` {
    @Test(arguments: StoreKind.allCases) func `has members who dismiss alarms and may only check items`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        func object(_ text: String, _ more: String) -> CalendarObject {
            CalendarObject(
                text: """
                    BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:\(text)\r\nBEGIN:VALARM\r\n\
                    TRIGGER:PT0S\r\n\(more)END:VALARM\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
                    """)
        }
        let sent = object("Tea", "ACKNOWLEDGED:20261118T000000Z\r\n")
        let plain = try await contract.item("Milk", on: list)
        let item = try await contract.item("Milk", on: list) { $0.calendarObject = object("Milk", "") }
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await contract.store.asFirst.putMember(ada, .check, on: list, ifMatch: nil)
        let session = Session(try await contract.store, for: .person(ada, device: nil))
        for id in [plain.id, item.id] {
            let after = try await session.acknowledgeAlarms(
                of: id, in: sent, generated: object("Milk", ""), ifMatch: nil)
            #expect(after.calendarObject?.text.contains("ACKNOWLEDGED:20261118T000000Z") == true)
            #expect(after.calendarObject?.text.contains("SUMMARY:Milk") == true)
            let again = try await session.acknowledgeAlarms(
                of: id, in: sent, generated: object("Milk", ""), ifMatch: nil)
            #expect(again.revision == after.revision)
        }
        _ = try await contract.store.asFirst.putMember(ada, .view, on: list, ifMatch: nil)
        try await contract.expect(.roleNeeded(.check)) {
            _ = try await Session(contract.store, for: .person(ada, device: nil)).acknowledgeAlarms(
                of: item.id, in: sent, generated: sent, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `has a color for each member`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await contract.store.asFirst.putMember(ada, .view, on: list, ifMatch: nil)
        let before = try await contract.store.asFirst.checklist(list)
        var patch = ChecklistPatch()
        patch.calendarProperties = [DeadProperty(namespace: "x:", name: "color", value: "<color/>")]
        let session = Session(try await contract.store, for: .person(ada, device: nil))
        let after = try await session.updateChecklist(list, patch, ifMatch: [before.revision])
        #expect(after.member(ada)?.calendarProperties == patch.calendarProperties)
        #expect(after.member(.first)?.calendarProperties.isEmpty == true)
        #expect(after.updatedAt == before.updatedAt && after.revision > before.revision)
        #expect(try await contract.store.asFirst.checklist(list) == after)
        patch.name = "Ada's"
        try await contract.expect(.roleNeeded(.edit)) {
            _ = try await Session(contract.store, for: .person(ada, device: nil))
                .updateChecklist(list, patch, ifMatch: nil)
        }
    }
}
