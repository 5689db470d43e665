import API
import Checklists
import Dates
import HTTP
import JSON
import Testing

@Suite struct `openapi.yaml` {
    let description = Description.shared

    @Test func `has every route, and nothing else`() {
        // These are of the process and of the page, not of the API.
        let others: Set = ["GET /healthz", "GET /readyz", "GET /metrics", "GET /icons/{file}"]
        let routes = Set(Service().api.routes.map { "\($0.method.rawValue) \($0.pattern)" })
        let described = Set(description.operations.map { "\($0.method.rawValue) \($0.path)" })
        #expect(described.subtracting(routes) == others)
        #expect(routes.subtracting(described) == [])
        #expect(description.operations.count == described.count)
    }

    @Test func `says what a token has to allow`() throws {
        for route in Service().api.routes {
            let operation = try #require(description.operation(route.method, route.pattern))
            let scope = route.permission?.person.rawValue ?? ""
            #expect(operation.scope == scope, "\(route.method) \(route.pattern)")
            #expect(operation.statuses.isSuperset(of: [421, 429]))
            #expect(operation.statuses.isSuperset(of: [401, 403]) == (route.permission != nil))
        }
    }

    /// Generators of clients know of nothing else.
    @Test func `lists the headers and the cursor that an operation takes`() {
        for operation in description.operations {
            let takes = operation.parameters
            // What adds nothing can be sent again without one.
            let others = ["parseQuickAdd", "createQRCode", "createEventTicket"]
            let isKept = operation.method == .post && !others.contains(operation.id)
            #expect(takes.contains("IdempotencyKey") == isKept, "\(operation.id)")
            #expect(takes.contains("Cursor") == takes.contains("Limit"), "\(operation.id)")
            #expect(
                takes.contains("IfNoneMatch") == operation.statuses.contains(304), "\(operation.id)")
        }
    }

    @Test func `lists If-Match where a change heeds it`() async throws {
        for operation in description.operations where ![.get, .head].contains(operation.method) {
            let service = Service()
            _ = await service.post("/v1/checklists", #"{"name": "A"}"#)
            _ = await service.post("/v1/checklists/1/items", #"{"text": "a"}"#)
            _ = await service.post("/v1/webhooks", #"{"url": "https://example.org/"}"#)
            let path = operation.path.replacing(#/{[a-zA-Z]+}/#, with: "1")
            let target = operation.id == "deleteChecklists" ? "\(path)?ids=1" : path
            let body = operation.requestExample ?? (operation.method == .delete ? nil : "{}")
            // What has no tag is never what a client expects, whatever that is.
            let answer = await service.send(operation.method, target, body, [.ifMatch: "*"])
            #expect(operation.parameters.contains("IfMatch") == (answer.status != 412), "\(operation.id)")
        }
    }

    @Test func `keeps to what generators of clients understand`() {
        for operation in description.operations {
            let types: [String] =
                switch operation.method {
                case .patch: ["application/merge-patch+json"]
                case .post where operation.path.hasSuffix("/import"):
                    ["application/json", "application/octet-stream"]
                case .post, .put: ["application/json"]
                default: []
                }
            #expect(operation.requestTypes == types, "\(operation.id)")
        }
        // A type says itself whether null is of it; only objects stand in a union with null.
        let unions = description.text.matches(of: #/#\/components\/schemas\/(\w+)' }, { type: 'null' }/#)
        let nullable: Set = ["Location", "LocationDraft", "LocationPatch", "Person", "Device", "Author"]
        #expect(Set(unions.map { String($0.1) }) == nullable)
        #expect(!description.text.contains("- type: 'null'"))
    }

    @Test func `requires every field of an item and of a list`() async throws {
        let service = Service()
        let list = await service.post("/v1/checklists", #"{"name": "A"}"#)
        let item = await service.post("/v1/checklists/1/items", #"{"text": "a"}"#)
        for (answer, name, optional) in [
            (list, "Checklist", []), (item, "Item", ["checklist", "understood", "repeatsInApp"]),
        ] {
            let (required, properties) = try description.fields(of: name)
            #expect(answer.names == required, "\(name)")
            #expect(properties.subtracting(optional) == required, "\(name)")
        }
    }

    /// A client that keeps to a pattern can send all that the server takes, and the other way round.
    @Test(arguments: [
        "-P100D", "-P1DT30M", "P100D", "PT36H", "P1W2DT3H4M5S", "+PT1S", "PT0S", "P366D", "PT007M", "P0DT1S",
        "P", "PT", "P1DT", "-PT", "P1M", "P1Y", "PT1M1H", "PT1.5H", "P1D ", "p1d", "1D",
    ])
    func `has the durations that the server takes`(text: String) throws {
        let signed = ISO8601Duration.seconds(signed: text) != nil
        #expect(try description.matches(text, patternOf: "SignedDuration") == signed)
        let unsigned = ISO8601Duration(text) != nil
        for name in ["Duration", "RepeatEvery"] {
            #expect(try description.matches(text, patternOf: name) == unsigned)
        }
    }

    @Test func `has a name of its own for every operation`() {
        let names = description.operations.map(\.id)
        #expect(Set(names).count == names.count)
        #expect(!names.contains(""))
    }

    /// `.ci/openapi-json --check` compares all of it.
    @Test func `is served as JSON too`() async throws {
        let answer = await Service().get("/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.fields[.contentType] == "application/json")
        #expect(answer.fields[.cacheControl] == "no-cache")
        let paths = answer.json["paths"]
        for operation in description.operations {
            let described = paths?[operation.path]?[operation.method.rawValue.lowercased()]
            #expect(described?["operationId"] == .string(operation.id), "Run .ci/openapi-json.")
        }
    }

    @Test func `names each operation by its method, or by an action`() {
        let verbs: [HTTP.Method: Set<String>] = [
            .get: ["list", "get"], .post: ["create"], .patch: ["update"], .put: ["set"], .delete: ["delete"],
        ]
        let actions: [HTTP.Method: Set<String>] = [
            .get: ["stream", "export"],
            .post: [
                "copy", "move", "toggle", "skip", "snooze", "restore", "import", "parse", "run", "rotate",
                "test", "approve", "undo", "redeliver", "sign",
            ],
        ]
        for operation in description.operations {
            let verb = String(operation.id.prefix { $0.isLowercase })
            let allowed = verbs[operation.method, default: []].union(actions[operation.method, default: []])
            #expect(allowed.contains(verb), "\(operation.method) \(operation.path): \(operation.id)")
        }
    }

    @Test func `is served as it is`() async {
        let answer = await Service().get("/openapi.yaml")
        #expect(answer.status == 200)
        #expect(answer.fields[.contentType] == "application/yaml")
        #expect(answer.fields[.cacheControl] == "no-cache")
        #expect(answer.text == description.text)
    }

    /// Each example is a request that was made and its answer, one after the other.
    @Test func `has examples that are true`() async throws {
        let service = Service(
            pageAddress: "https://lists.example", links: MessageLinks(.drawn()), sendsMail: true)
        let story = [
            "createChecklist", "createItem", "listChecklists", "getChecklist", "listChecklistItems",
            "getItem",
            "listItems", "getAgenda", "getCounts", "listReminders", "updateChecklist", "updateItem",
            "toggleItem",
            "moveItem",
            "snoozeItem", "exportChecklists", "importChecklists", "createWebhook", "listWebhooks",
            "getWebhook", "updateWebhook", "rotateWebhookSecret", "createPushSubscription",
            "listPushSubscriptions", "getPushKey",
            "updatePreferences", "getPreferences", "listIcons",
            "updateChecklistItems", "deleteChecklistItems", "createItems", "listTags", "updateTag", "getMe",
            "updatePerson",
            "getPerson", "createPerson", "listPeople", "listMembers", "setMember", "setMembership",
            "getMembership", "updateMembership", "createSignInLink", "signIn", "listDevices",
            "createShareLink", "listShareLinks",
            "copyChecklist", "listOccurrences", "parseQuickAdd", "setEmail", "getEmail",
        ]
        for name in story {
            let operation = try #require(description.operations.first { $0.id == name }, "\(name)")
            let path = operation.path.replacing("{tag}", with: "garden").replacing(
                #/{[a-zA-Z]+}/#, with: "1")
            let query = operation.query.joined(separator: "&")
            let target = query.isEmpty ? path : "\(path)?\(query)"
            let answer = await service.send(operation.method, target, operation.requestExample)
            #expect(answer.status / 100 == 2, "\(name): \(answer.text)")
            let example = try #require(operation.responseExample, "\(name) has no example of its answer")
            #expect(try JSONValue.parse(Array(example.utf8)) == answer.json, "\(name): \(answer.text)")
        }
        let structure = Self.storyOfSections + Self.storyOfViews + Self.storyOfBatches
        let examples = description.operations.filter { $0.requestExample != nil || $0.responseExample != nil }
        // What takes a running process, or a server elsewhere that answers, and what answers no JSON.
        // The tests of announcements compare their example.
        let others: Set = [
            "getReadiness", "getDelivery", "getItemWeather", "createQRCode", "importItems",
            "createAnnouncement",
        ]
        #expect(Set(examples.map(\.id)).subtracting(story + structure) == others)
    }

    private static let storyOfSections = ["createChecklist", "createSection", "updateSection", "moveSection"]
    private static let storyOfViews = ["createView", "listViews", "getView", "updateView", "moveView"]
    private static let storyOfBatches = ["runBatch"]

    /// The ids of sections and views are revisions.
    @Test(arguments: [(storyOfSections, "2"), (storyOfViews, "1"), (storyOfBatches, "1")])
    func `has correct examples of sections, views and batches`(
        story: [String], id: String
    ) async throws {
        let service = Service()
        for name in story {
            let operation = try #require(description.operations.first { $0.id == name }, "\(name)")
            let path = operation.path.replacing("{checklistId}", with: "1").replacing(
                #/{[a-zA-Z]+}/#, with: id)
            let answer = await service.send(operation.method, path, operation.requestExample)
            #expect(answer.status / 100 == 2, "\(name): \(answer.text)")
            let example = try #require(operation.responseExample, "\(name) has no example of its answer")
            let expected = try JSONValue.parse(Array(example.utf8))
            #expect(expected == answer.json, "\(name): \(answer.text)")
        }
    }

    @Test func `has the names and limits of the domain`() {
        let text = description.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        func keys(_ names: [String]) -> String { names.flatMap { [$0, "-\($0)"] }.joined(separator: ", ") }
        #expect(text.contains("enum: [\(Icon.allCases.map(\.rawValue).joined(separator: ", "))]"))
        #expect(text.contains("enum: [\(keys(ItemQuery.Property.allCases.map(\.rawValue)))]"))
        #expect(text.contains("enum: [\(keys(ChecklistQuery.Property.allCases.map(\.rawValue)))]"))
        #expect(text.contains("maxLength: \(Limits.notesCharactersMax)"))
        for count in [Limits.nameCharactersMax, Limits.textCharactersMax, Limits.locationCharactersMax] {
            #expect(text.contains("{0,\(count - 2)}"))
        }
    }
}

extension Answer {
    /// The names of the fields of an object.
    fileprivate var names: Set<String> {
        guard case .object(let members) = json else { return [] }
        return Set(members.map(\.name))
    }
}
