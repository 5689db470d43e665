import Checklists
import MemoryStore
import Testing

@Suite struct `An assistant with the scope assist` {
    private let owner = Assistant()

    private func proposals() async throws -> [Proposal] {
        try await owner.store.asFirst.proposals(at: Assistant.now)
    }

    @Test func `adds and checks, and proposes a deletion`() async throws {
        let assistant = owner.with(.assist)
        let made = try await assistant.call("create_list", #"{"name": "Shop", "lines": ["Milk", "Bread"]}"#)
        let ids = [
            try #require(made.int("items", "0", "itemId")), try #require(made.int("items", "1", "itemId")),
        ]
        #expect(try await assistant.call("check_items", #"{"itemIds": [\#(ids[0])]}"#).isError == false)
        let answer = try await assistant.call("delete_items", #"{"itemIds": [\#(ids[0]), \#(ids[1])]}"#)
        let proposal = try #require(try await proposals().first)
        #expect(answer.text.hasPrefix("Proposal \(proposal.id): Delete 2 items of Shop."))
        let operation = #"{"method":"DELETE","path":"/v1/items/\#(ids[0])"}"#
        #expect(proposal.operations.hasPrefix("[\(operation),"))
        #expect(try await owner.call("find_items").int("total") == 2)
    }

    @Test(arguments: [
        ("check_items", #""itemIds": [IDS]"#, #""body":{"checked":true}"#),
        ("move_items", #""itemIds": [IDS], "place": "first""#, #"/move","body":{"first":true}"#),
        ("update_items", #""changes": [CHANGES]"#, #""body":{"shouldRemind":false,"text":"Tea"}"#),
    ]) func `proposes a change of more than 20 items`(
        tool: String, arguments: String, operation: String
    ) async throws {
        let lines = (1...25).map { "\"Item \($0)\"" }.joined(separator: ",")
        let made = try await owner.call("create_list", #"{"name": "Shop", "lines": [\#(lines)]}"#)
        // Another order, so that all but one of them move.
        let ids = (0..<25).reversed().compactMap { made.int("items", "\($0)", "itemId") }
        let changes = ids.map { #"{"itemId": \#($0), "reminds": false, "text": "Tea"}"# }
        let filled = arguments.replacing("IDS", with: ids.map(String.init).joined(separator: ","))
            .replacing("CHANGES", with: changes.joined(separator: ","))
        let answer = try await owner.with(.assist).call(tool, "{\(filled)}")
        let proposal = try #require(try await proposals().first, "\(answer.text)")
        #expect(proposal.operations.contains(operation), "\(proposal.operations)")
        #expect(try await owner.call("find_items", #"{"text": "Tea"}"#).int("total") == 0)
    }
}
