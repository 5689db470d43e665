import HTTP
import JSON
import Testing

@Suite struct `A body` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
    }

    /// Everything that takes a body: the method, the address, and the fields that it has to have.
    private static let operations: [(method: HTTP.Method, target: String, required: String)] = [
        (.post, "/v1/checklists", #""name": "Other""#),
        (.patch, "/v1/checklists/1", ""),
        (.post, "/v1/checklists/1/items", #""text": "Bread""#),
        (.patch, "/v1/items/1", ""),
        (.post, "/v1/items/1/toggle", ""),
        (.post, "/v1/items/1/move", #""first": true"#),
    ]

    /// Sends the fields that have to be there, but for the one in question, and that one.
    private func errors(_ method: HTTP.Method, _ target: String, _ name: String, _ value: String) async
        -> [String]
    {
        let operation = Self.operations.first { $0 == method && $1 == target && !$2.contains("\"\(name)\"") }
        let required = operation.map(\.required) ?? ""
        let field = #""\#(name)": \#(value)"#
        let answer = await service.send(
            method, target, "{\(required.isEmpty ? "" : "\(required), ")\(field)}")
        #expect(answer.status == 422, "\(method) \(target) \(field) got \(answer.text)")
        return answer.errors
    }

    @Test(arguments: [
        (HTTP.Method.post, "/v1/checklists"), (.patch, "/v1/checklists/1"),
        (.post, "/v1/checklists/1/items"), (.patch, "/v1/items/1"),
        (.post, "/v1/items/1/toggle"), (.post, "/v1/items/1/move"),
    ])
    func `with a field that there is not is refused by its name`(
        method: HTTP.Method, target: String
    ) async {
        for (name, pointer) in [
            ("colour", "/colour"), ("Name", "/Name"), ("", "/"), ("a/b~c", "/a~1b~0c"), ("é", "/é"),
            ("~\u{301}/\u{301}", "/~0\u{301}~1\u{301}"),
        ] {
            #expect(await errors(method, target, name, "1") == ["\(pointer): unknown-field"])
        }
    }

    @Test(arguments: [
        (HTTP.Method.post, "/v1/checklists"), (.patch, "/v1/checklists/1"),
        (.post, "/v1/checklists/1/items"), (.patch, "/v1/items/1"),
    ])
    func `with a field that nobody can set is refused by its name`(method: HTTP.Method, target: String) async
    {
        let answer = await service.get(target.hasSuffix("items") ? "/v1/items/1" : target)
        guard case .object(let members) = answer.elements.first ?? answer.json else {
            Issue.record("\(target) answers no object")
            return
        }
        let settable: Set = [
            "name", "icon", "text", "notes", "checked", "important", "dueDate", "shouldRemind", "location",
            "dueOn", "timeZone", "recurrence", "alarms", "repeatEvery", "assigneeId", "resetRule",
            "sectionId", "parentId", "tags", "quantity", "unit", "startDate", "startOn", "remembersSections",
        ]
        for member in members where !settable.contains(member.name) {
            if member.name == "checklistId", method == .patch { continue }
            if member.name == "uid", method == .post { continue }
            // A change may send back what was read.
            let value =
                method == .patch ? "\"another\"" : String(decoding: member.value.jsonBytes, as: UTF8.self)
            #expect(await errors(method, target, member.name, value) == ["/\(member.name): read-only"])
        }
    }

    @Test(arguments: [
        (#"{"text": "a", "duedate": null}"#, "an item (did you mean dueDate?)"),
        (#"{"text": "a", "location": {"citty": "Paris"}}"#, "a location (did you mean city?)"),
        (#"{"text": "a", "alarms": [{"ofset": "PT1H", "at": 1}]}"#, "an alarm (did you mean offset?)"),
        (#"{"text": "a", "colour": "red"}"#, "an item"),
        (#"{"title": "a"}"#, "an item (did you mean text?)"),
        (#"{"name": "a"}"#, "an item (did you mean text?)"),
        (#"{"text": "a", "due": "2026-12-01"}"#, "an item (did you mean dueDate?)"),
        (#"{"text": "a", "done": true}"#, "an item (did you mean checked?)"),
        (#"{"text": "a", "priority": 1}"#, "an item (did you mean important?)"),
        (#"{"text": "a", "description": "b"}"#, "an item (did you mean notes?)"),
        (#"{"text": "a", "repeat": "daily"}"#, "an item (did you mean recurrence?)"),
    ])
    func `with a misspelled field is refused with the one that is near`(body: String, rule: String) async {
        let answer = await service.post("/v1/checklists/1/items", body)
        #expect(answer.status == 422)
        #expect(answer.text.contains("is not a field of \(rule)\""))
    }

    @Test func `with U+0000 in a text is refused by the field's name`() async {
        let bodies = [
            ("/v1/checklists", #"{"name": "a\u0000b"}"#, "/name"),
            ("/v1/checklists/1/items", #"{"text": "a", "notes": "\u0000"}"#, "/notes"),
            ("/v1/checklists/1/items", #"{"text": "a", "uid": "\u0000"}"#, "/uid"),
            ("/v1/checklists/1/items", #"{"text": "a", "location": {"city": "\u0000"}}"#, "/location/city"),
            (
                "/v1/webhooks",
                #"{"url": "https://example.org/", "format": "template", "template": {"body": "\u0000"}}"#,
                "/template/body"
            ),
            ("/v1/quick-add", #"{"quickAdd": "Milk \u0000"}"#, "/quickAdd"),
        ]
        for (target, body, pointer) in bodies {
            let answer = await service.post(target, body)
            #expect(answer.status == 422, "\(target) \(body)")
            #expect(answer.errors.first == "\(pointer): null-character", "\(target) \(body)")
        }
    }

    /// The code for values of another type, and such values.
    private static let strings = ("wrong-type", ["null", "1", "true", "[]", "{}", #"["a"]"#])
    private static let booleans = ("wrong-type", ["null", "0", "1", #""true""#, "[]", "{}"])
    private static let timestamps = (
        "not-a-timestamp",
        ["1795218957", "true", "[]", "{}", #""""#, #""tomorrow""#, #""2026-02-00""#, #""2026-11-20""#]
    )
    private static let icons = (
        "not-one-of",
        ["null", "1", #""folder""#, #""""#, #""Cars""#, "[]", "{}"]
    )
    private static let identifiers = (
        "not-an-id",
        [
            "null", "0", "-1", "1.5", "1e-1", #""1""#, "true", "[]", "{}", "9007199254740992", "1e300",
            "123456789012345678901234567890",
        ]
    )

    static let fields: [(HTTP.Method, String, String, type: (String, [String]))] = [
        (.post, "/v1/checklists", "name", strings), (.post, "/v1/checklists", "icon", icons),
        (.patch, "/v1/checklists/1", "name", strings), (.patch, "/v1/checklists/1", "icon", icons),
        (.post, "/v1/checklists/1/items", "text", strings),
        (.post, "/v1/checklists/1/items", "notes", strings),
        (.post, "/v1/checklists/1/items", "checked", booleans),
        (.post, "/v1/checklists/1/items", "important", booleans),
        (.post, "/v1/checklists/1/items", "shouldRemind", booleans),
        (.post, "/v1/checklists/1/items", "dueDate", timestamps),
        (
            .post, "/v1/checklists/1/items", "location",
            ("wrong-type", [#""Paris""#, "1", "true", "[]"])
        ),
        (.patch, "/v1/items/1", "checklistId", identifiers), (.patch, "/v1/items/1", "text", strings),
        (.patch, "/v1/items/1", "notes", ("wrong-type", ["1", "true", "[]", "{}"])),
        (.patch, "/v1/items/1", "checked", booleans), (.patch, "/v1/items/1", "important", booleans),
        (.patch, "/v1/items/1", "shouldRemind", booleans), (.patch, "/v1/items/1", "dueDate", timestamps),
        (.patch, "/v1/items/1", "location", ("wrong-type", [#""Paris""#, "1", "true", "[]"])),
        (.post, "/v1/items/1/move", "before", identifiers), (.post, "/v1/items/1/move", "after", identifiers),
        (.post, "/v1/items/1/move", "first", ("wrong-type", ["false", "null", "1", #""true""#, "{}"])),
        (.post, "/v1/items/1/move", "last", ("wrong-type", ["false", "null", "1", #""true""#, "{}"])),
    ]

    @Test(arguments: fields)
    func `with a field of another type is refused by its name`(
        method: HTTP.Method, target: String, name: String, type: (String, [String])
    ) async {
        for value in type.1 {
            #expect(await errors(method, target, name, value) == ["/\(name): \(type.0)"])
        }
    }

    @Test(arguments: [(HTTP.Method.post, "/v1/checklists/1/items"), (.patch, "/v1/items/1")])
    func `with something wrong in its location says where`(method: HTTP.Method, target: String) async {
        for name in ["street", "postalCode", "city", "country"] {
            for value in ["1", "true", "[]", "{}"] {
                let found = await errors(method, target, "location", #"{"\#(name)": \#(value)}"#)
                #expect(found.first == "/location/\(name): wrong-type")
            }
            let found = await errors(method, target, "location", #"{"\#(name)": " "}"#)
            #expect(found == ["/location/\(name): empty"])
        }
        for (name, other) in [("latitude", "longitude"), ("longitude", "latitude")] {
            for value in [#""1""#, "true", "[]", "{}", "1e400"] {
                let found = await errors(
                    method, target, "location", #"{"\#(name)": \#(value), "\#(other)": 1}"#)
                #expect(found.first == "/location/\(name): wrong-type")
            }
            let found = await errors(method, target, "location", #"{"\#(name)": 180.5, "\#(other)": 1}"#)
            #expect(found == ["/location/\(name): out-of-range"])
            #expect(await errors(method, target, "location", #"{"\#(name)": 1}"#).count == 1)
        }
        let found = await errors(method, target, "location", #"{"city": "Paris", "planet": "Earth"}"#)
        #expect(found == ["/location/planet: unknown-field"])
    }

    @Test func `without a field that has to be there is refused`() async {
        #expect(await service.post("/v1/checklists", "{}").errors == ["/name: missing"])
        #expect(await service.post("/v1/checklists/1/items", "{}").errors == ["/text: missing"])
        let sentence = ": not-exactly-one"
        #expect(await service.post("/v1/items/1/move", "{}").errors == [sentence])
        for two in [
            #"{"first": true, "last": true}"#, #"{"before": 1, "after": 2}"#, #"{"before": 1, "last": true}"#,
        ] {
            #expect(await service.post("/v1/items/1/move", two).errors == [sentence])
        }
    }

    @Test(arguments: operations.map { ($0.method, $0.target) })
    func `that is no object is refused as a whole`(method: HTTP.Method, target: String) async {
        // There an array is a body of another kind.
        let takesArray = method == .post && target.hasSuffix("/items")
        for value in ["[]", "null", "1", #""text""#, "true"] where value != "[]" || !takesArray {
            let answer = await service.send(method, target, value)
            #expect(answer.status == 422)
            #expect(answer.errors == [": wrong-type"])
        }
    }

    @Test func `has all that is wrong with it named at once`() async {
        let answer = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": " ", "notes": 1, "checked": "yes", "dueDate": "soon", "shouldRemind": true, "id": 7,
             "colour": "red", "location": {"latitude": 91, "longitude": "x", "planet": "Earth"}}
            """)
        #expect(answer.status == 422)
        #expect(answer["title"] == "Invalid content")
        #expect(answer["type"] == "tag:checklistd,2026:invalid-content")
        #expect(
            Set(answer.errors) == [
                "/text: empty", "/notes: wrong-type", "/checked: wrong-type", "/dueDate: not-a-timestamp",
                "/location/longitude: wrong-type", "/location/planet: unknown-field",
                "/location/latitude: out-of-range", "/id: read-only", "/colour: unknown-field",
            ])
        #expect(await service.get("/v1/items").elements.count == 1)
    }

    @Test func `has no more than a hundred faults told`() async {
        let fields = (1...200).map { "\"f\($0)\": 1" }.joined(separator: ", ")
        #expect(await service.patch("/v1/items/1", "{\(fields)}").errors.count == 100)
    }

    @Test func `that breaks a rule of the domain is refused`() async {
        for (body, error) in [
            (#"{"text": "\#(String(repeating: "a", count: 1001))"}"#, "/text: too-long"),
            (#"{"text": "a\u0007b"}"#, "/text: control-character"),
            (#"{"text": "a\u2028b"}"#, "/text: line-break"),
            (#"{"text": "a", "shouldRemind": true}"#, "/shouldRemind: no-due-date"),
            (#"{"text": "a", "location": {}}"#, "/location: empty"),
            (#"{"text": "a", "location": {"city": null}}"#, "/location: empty"),
        ] {
            let answer = await service.post("/v1/checklists/1/items", body)
            #expect(answer.status == 422)
            #expect(answer.errors == [error])
        }
        for patch in [#"{"shouldRemind": true}"#, #"{"dueDate": null, "shouldRemind": true}"#] {
            #expect(await service.patch("/v1/items/1", patch).status == 422)
        }
        #expect(await service.post("/v1/checklists", #"{"name": " \n"}"#).status == 422)
        #expect(await service.patch("/v1/checklists/1", #"{"name": ""}"#).status == 422)
    }

    @Test(arguments: operations.map { ($0.method, $0.target) })
    func `that is no JSON is refused`(method: HTTP.Method, target: String) async {
        for text in [
            " ", "{", "{}x", "{'name': 1}", #"{"a": 1,}"#, #"{"a": 1, "a": 2}"#, "\u{FEFF}{}",
            #"{"a": "\ud800"}"#,
            String(repeating: "[", count: 65) + String(repeating: "]", count: 65), "NaN",
        ] {
            let answer = await service.send(method, target, text)
            #expect(answer.status == 400)
            #expect(answer["detail"].text?.hasPrefix("The body is not JSON: ") == true)
        }
    }

    @Test func `has to be there`() async {
        for operation in Self.operations where operation.target != "/v1/items/1/toggle" {
            #expect(await service.send(operation.method, operation.target, "").status == 400)
            #expect(await service.send(operation.method, operation.target).status == 400)
        }
    }
}
