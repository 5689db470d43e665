import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A board of Trello")
struct TrelloReaderTests {
    static let file = """
        {"id": "6530f0000000000000000001", "nodeId": "ari:cloud:trello::board/1", "name": "House",
         "desc": "Everything", "descData": null, "closed": false, "idOrganization": null,
         "limits": {"cards": {"openPerBoard": {"status": "ok"}}}, "prefs": {"voting": "disabled"},
         "labelNames": {"green": "", "red": "Urgent"}, "powerUps": [], "url": "https://trello.com/b/1/house",
         "members": [{"id": "m1", "fullName": "Ada Lovelace", "username": "ada"}],
         "customFields": [{"id": "f1", "name": "Cost", "type": "number", "options": []},
                          {"id": "f2", "name": "Room", "type": "list",
                           "options": [{"id": "o1", "value": {"text": "Kitchen"}}]}],
         "lists": [{"id": "l2", "name": "Doing", "closed": false, "pos": 200, "idBoard": "b"},
                   {"id": "l1", "name": "To Do", "closed": false, "pos": 100.5, "idBoard": "b"},
                   {"id": "l3", "name": "Old", "closed": true, "pos": 50}],
         "cards": [
          {"id": "656b1a800000000000000001", "idList": "l1", "name": "Paint", "pos": 2, "closed": false,
           "desc": "**White** or cream", "due": "2026-12-03T18:00:00.000Z", "dueComplete": false,
           "dueReminder": 1440, "start": "2026-12-01T09:00:00.000Z",
           "dateLastActivity": "2026-11-02T08:00:00.000Z",
           "labels": [{"id": "x", "name": "Urgent", "color": "red"},
                      {"id": "y", "name": "", "color": "green"}],
           "idMembers": ["m1", "m9"], "idChecklists": ["k1", "k2"], "idShort": 1,
           "customFieldItems": [{"id": "i1", "value": {"number": "12.5"}, "idCustomField": "f1"},
                                {"id": "i2", "value": null, "idValue": "o1", "idCustomField": "f2"}],
           "attachments": [{"id": "a", "name": "plan.pdf", "url": "https://trello.com/1/plan.pdf",
                            "isUpload": true},
                           {"id": "b", "name": "https://example.org/", "url": "https://example.org/",
                            "isUpload": false}],
           "badges": {"attachments": 2, "comments": 1}, "cover": {"color": null}, "shortLink": "abc"},
          {"id": "c2", "idList": "l1", "name": "Order", "pos": 1, "closed": false, "due": null,
           "dueComplete": true, "dueReminder": -1, "badges": {"attachments": 3}, "idChecklists": ["k3"]},
          {"id": "c3", "idList": "l1", "name": "Archived", "pos": 3, "closed": true},
          {"id": "c4", "idList": "l3", "name": "In an archived list", "pos": 4, "closed": false}],
         "checklists": [
          {"id": "k2", "idCard": "656b1a800000000000000001", "name": "Tools", "pos": 20, "checkItems": [
            {"id": "t2", "name": "Brush", "state": "incomplete", "pos": 2, "due": null},
            {"id": "t1", "name": "Roller", "state": "complete", "pos": 1,
             "due": "2026-12-02T10:00:00.000Z", "idMember": "m1"}]},
          {"id": "k1", "idCard": "656b1a800000000000000001", "name": "Checklist", "pos": 10,
           "checkItems": [{"id": "t3", "name": "Measure", "state": "incomplete", "pos": 1}]},
          {"id": "k3", "idCard": "c2", "name": "Shops", "pos": 10,
           "checkItems": [{"id": "t4", "name": "Hardware store", "state": "incomplete", "pos": 1}]}],
         "actions": [
          {"id": "n2", "type": "commentCard", "date": "2026-11-05T08:00:00.000Z",
           "data": {"text": "Cream.", "card": {"id": "656b1a800000000000000001"}},
           "memberCreator": {"id": "m1", "fullName": "Ada Lovelace"}},
          {"id": "n1", "type": "commentCard", "date": "2026-11-04T08:00:00.000Z",
           "data": {"text": "Which one?", "card": {"id": "656b1a800000000000000001"}},
           "memberCreator": {"id": "m2", "username": "bob"}},
          {"id": "n0", "type": "createCard", "data": {"card": {"id": "c2"}}}]}
        """

    @Test("is a list with sections, cards in order, checklists as subtasks")
    func structure() throws {
        let plan = try ForeignFormat.trello.plan(of: Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["House"])
        #expect(plan.checklists[0].sections == ["To Do", "Doing"])
        #expect(
            plan.outline() == [
                "Order", "Order/Hardware store", "Paint", "Paint/Checklist: Measure", "Paint/Tools: Roller",
                "Paint/Tools: Brush",
            ])
        #expect(plan.section(of: "Paint") == "To Do")
        #expect(plan.draft("Order")?.isChecked == true)
        #expect(plan.draft("Order")?.notes == "Checklist: Shops")
        #expect(plan.draft("Tools: Roller")?.isChecked == true)
        #expect(plan.draft("Tools: Roller")?.notes == "Assigned to: Ada Lovelace")
    }

    @Test("keeps times, labels, members, custom fields, links and comments of a card")
    func card() throws {
        let item = try #require(try ForeignFormat.trello.plan(of: Self.file).item("Paint"))
        #expect(item.draft.dueDate == .at("2026-12-03T18:00:00Z"))
        #expect(item.draft.patch.details.startOn == .of2026(12, 1))
        #expect(item.draft.alarms == [.offset(-86_400)])
        #expect(item.draft.patch.details.tags == ["Urgent", "green"])
        #expect(item.createdAt == .at("2023-12-02T11:52:32Z"))
        #expect(item.updatedAt == .at("2026-11-02T08:00:00Z"))
        #expect(
            item.draft.notes == """
                **White** or cream
                Assigned to: Ada Lovelace, m9
                Cost: 12.5
                Room: Kitchen
                Link: https://example.org/
                Comment (bob, 2026-11-04): Which one?
                Comment (Ada Lovelace, 2026-11-05): Cream.
                """)
    }

    @Test("reports archived cards and lists, and attachments")
    func notes() throws {
        let plan = try ForeignFormat.trello.plan(of: Self.file)
        #expect(
            plan.notes.first.filter { $0.outcome == .leftOut } == [
                ImportNote("", "desc", .notSupported, "Everything"),
                ImportNote("/lists/2", "", .archived, "Old"),
                ImportNote("/cards/1", "attachments", .notSupported, "3"),
                ImportNote("/cards/0", "attachments", .notSupported, "1: plan.pdf"),
                ImportNote("/cards/2", "", .archived, "Archived"),
                ImportNote("/cards/3", "", .archived, "In an archived list"),
            ])
    }

    @Test("can be one of several in an array")
    func array() throws {
        let plan = try ForeignFormat.trello.plan(
            of: #"[{"name": "A", "cards": [{"name": "One"}]}, {"name": "B", "cards": [{"name": "Two"}]}]"#)
        #expect(plan.checklists.map(\.draft.name) == ["A", "B"])
    }

    @Test("can be a single card")
    func singleCard() throws {
        let plan = try ForeignFormat.trello.plan(
            of: """
                {"id": "c", "name": "Card", "idList": "l", "idMembers": ["m"], "members": [{"id": "m",
                "username": "ada"}], "checklists": [{"id": "k", "idCard": "c", "name": "Checklist",
                "checkItems": [{"id": "i", "name": "Step", "state": "complete"}]}]}
                """)
        #expect(plan.outline() == ["Card", "Card/Step"])
        #expect(plan.draft("Card")?.notes == "Assigned to: ada")
        #expect(plan.notes.leftOutCount == 0)
    }

    @Test("whose cards share long names and checklists takes linear time")
    func shared() throws {
        let name = String(repeating: "x", count: 1_000_000)
        let cards = (0..<50_000).map { _ in #"{"id": "c", "name": "A", "idMembers": ["m"], "idList": "l"}"# }
        let plan = try ForeignFormat.trello.plan(
            of: """
                {"members": [{"id": "m", "fullName": "\(name)"}], "lists": [{"id": "l", "name": "\(name)"}],
                "cards": [\(cards.joined(separator: ","))]}
                """)
        #expect(plan.checklists[0].items.count == 50_000)
        #expect(plan.checklists[0].items[0].draft.notes?.count == 73)
    }

    @Test("that is damaged gives a plan or an error")
    func damaged() {
        let files = DamagedFiles(.trello, Self.file)
        #expect(files.readCuts() == 0)
        #expect(files.readMutations(2_000, seed: 4) > 100)
    }

    @Test("has the location of a card")
    func location() throws {
        func item(_ coordinates: String) throws -> ItemDraft {
            let text = """
                {"lists": [{"id": "l", "name": "To do"}], "cards": [{"id": "c", "idList": "l",
                "name": "Visit", "locationName": "Museum", "address": "Bodestr. 1",
                "coordinates": \(coordinates)}]}
                """
            return try ForeignFormat.trello.plan(of: Array(text.utf8), .fixed()).checklists[0].items[0].draft
        }
        let visit = try item(#"{"latitude": 52.5, "longitude": 13.4}"#)
        #expect(visit.location == Location(street: "Bodestr. 1", latitude: 52.5, longitude: 13.4))
        #expect(visit.notes == "Location: Museum")
        #expect(try item(#"{"latitude": 152.5}"#).location == Location(street: "Bodestr. 1"))
    }
}
