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
        (HTTP.Method.post, "/v1/checklists", "a checklist"), (.patch, "/v1/checklists/1", "a checklist"),
        (.post, "/v1/checklists/1/items", "an item"), (.patch, "/v1/items/1", "an item"),
        (.post, "/v1/items/1/toggle", "this request"), (.post, "/v1/items/1/move", "a placement"),
    ])
    func `with a field that there is not is refused by its name`(
        method: HTTP.Method, target: String, noun: String
    ) async {
        for (name, pointer) in [
            ("colour", "/colour"), ("Name", "/Name"), ("", "/"), ("a/b~c", "/a~1b~0c"), ("é", "/é"),
            ("~\u{301}/\u{301}", "/~0\u{301}~1\u{301}"),
        ] {
            #expect(await errors(method, target, name, "1") == ["\(pointer): is not a field of \(noun)"])
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
        ]
        for member in members where !settable.contains(member.name) {
            if member.name == "checklistId", method == .patch { continue }
            if member.name == "uid", method == .post { continue }
            let value = String(decoding: member.value.jsonBytes, as: UTF8.self)
            #expect(await errors(method, target, member.name, value) == ["/\(member.name): is read-only"])
        }
    }

    @Test func `with U+0000 in a text is refused by the field's name`() async {
        let rule = "must not have the character U+0000"
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
            #expect(answer.errors.first == "\(pointer): \(rule)", "\(target) \(body)")
        }
    }

    /// What each type is, in the words of the answer, and values of other types.
    private static let strings = ("a string", ["null", "1", "true", "[]", "{}", #"["a"]"#])
    private static let booleans = ("true or false", ["null", "0", "1", #""true""#, "[]", "{}"])
    private static let timestamps = (
        "an RFC 3339 timestamp such as 2026-11-20T23:55:57Z or null",
        [
            "1795218957", "true", "[]", "{}", #""""#, #""tomorrow""#, #""2026-02-30T00:00:00Z""#,
            #""2026-11-20""#,
        ]
    )
    private static let icons = (
        """
        one of No Icon, Appointments, Birthdays, Chores, Drinks, Folder, Groceries, Inbox, Photos, Trips
        """,
        ["null", "1", #""folder""#, #""""#, #""Cars""#, "[]", "{}"]
    )
    private static let identifiers = (
        "a positive whole number",
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
            ("an object or null", [#""Paris""#, "1", "true", "[]"])
        ),
        (.patch, "/v1/items/1", "checklistId", identifiers), (.patch, "/v1/items/1", "text", strings),
        (.patch, "/v1/items/1", "notes", ("a string or null", ["1", "true", "[]", "{}"])),
        (.patch, "/v1/items/1", "checked", booleans), (.patch, "/v1/items/1", "important", booleans),
        (.patch, "/v1/items/1", "shouldRemind", booleans), (.patch, "/v1/items/1", "dueDate", timestamps),
        (.patch, "/v1/items/1", "location", ("an object or null", [#""Paris""#, "1", "true", "[]"])),
        (.post, "/v1/items/1/move", "before", identifiers), (.post, "/v1/items/1/move", "after", identifiers),
        (.post, "/v1/items/1/move", "first", ("true", ["false", "null", "1", #""true""#, "{}"])),
        (.post, "/v1/items/1/move", "last", ("true", ["false", "null", "1", #""true""#, "{}"])),
    ]

    @Test(arguments: fields)
    func `with a field of another type is refused by its name`(
        method: HTTP.Method, target: String, name: String, type: (String, [String])
    ) async {
        for value in type.1 {
            #expect(await errors(method, target, name, value) == ["/\(name): must be \(type.0)"])
        }
    }

    @Test(arguments: [(HTTP.Method.post, "/v1/checklists/1/items"), (.patch, "/v1/items/1")])
    func `with something wrong in its location says where`(method: HTTP.Method, target: String) async {
        for name in ["street", "postalCode", "city", "country"] {
            for value in ["1", "true", "[]", "{}"] {
                let found = await errors(method, target, "location", #"{"\#(name)": \#(value)}"#)
                #expect(found.first == "/location/\(name): must be a string or null")
            }
            let found = await errors(method, target, "location", #"{"\#(name)": " "}"#)
            #expect(found == ["/location/\(name): must have 1 to 200 characters"])
        }
        for (name, other) in [("latitude", "longitude"), ("longitude", "latitude")] {
            for value in [#""1""#, "true", "[]", "{}", "1e400"] {
                let found = await errors(
                    method, target, "location", #"{"\#(name)": \#(value), "\#(other)": 1}"#)
                #expect(found.first == "/location/\(name): must be a number or null")
            }
            let found = await errors(method, target, "location", #"{"\#(name)": 180.5, "\#(other)": 1}"#)
            #expect(found.count == 1 && found[0].hasPrefix("/location/\(name): must be from -"))
            #expect(await errors(method, target, "location", #"{"\#(name)": 1}"#).count == 1)
        }
        let found = await errors(method, target, "location", #"{"city": "Paris", "planet": "Earth"}"#)
        #expect(found == ["/location/planet: is not a field of a location"])
    }

    @Test func `without a field that has to be there is refused`() async {
        #expect(await service.post("/v1/checklists", "{}").errors == ["/name: is missing"])
        #expect(await service.post("/v1/checklists/1/items", "{}").errors == ["/text: is missing"])
        let sentence = ": must have exactly one of before, after, first and last"
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
            #expect(answer.errors == [": must be an object"])
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
        #expect(answer["title"] == "Unprocessable Content")
        #expect(answer["detail"] == "Something in the body cannot be accepted; see errors.")
        #expect(
            Set(answer.errors) == [
                "/text: must have 1 to 1000 characters", "/notes: must be a string",
                "/checked: must be true or false",
                "/dueDate: must be an RFC 3339 timestamp such as 2026-11-20T23:55:57Z or null",
                "/location/longitude: must be a number or null",
                "/location/planet: is not a field of a location",
                "/location/latitude: must be from -90 to 90", "/id: is read-only",
                "/colour: is not a field of an item",
            ])
        #expect(await service.get("/v1/items").elements.count == 1)
    }

    @Test func `has no more than a hundred faults told`() async {
        let fields = (1...200).map { "\"f\($0)\": 1" }.joined(separator: ", ")
        #expect(await service.patch("/v1/items/1", "{\(fields)}").errors.count == 100)
    }

    @Test func `that breaks a rule of the domain is refused`() async {
        for (body, error) in [
            (
                #"{"text": "\#(String(repeating: "a", count: 1001))"}"#,
                "/text: must have 1 to 1000 characters"
            ),
            (#"{"text": "a\u0007b"}"#, "/text: must have no control characters"),
            (#"{"text": "a", "shouldRemind": true}"#, "/shouldRemind: must be false without a dueDate"),
            (#"{"text": "a", "location": {}}"#, "/location: must have at least one part"),
            (#"{"text": "a", "location": {"city": null}}"#, "/location: must have at least one part"),
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
            #expect(await service.send(operation.method, operation.target).status == 415)
        }
    }
}
