import HTTP
import HTTPClient
import JSON
import Testing

@testable import checklistd

@Suite(.timeLimit(.minutes(20))) struct `An address` {
    /// As https://nominatim.openstreetmap.org/search answers.
    private static func found(_ latitude: String, _ longitude: String) -> Provider.Answer {
        let answer = """
            [{"place_id":88066702,"licence":"Data © OpenStreetMap contributors, ODbL 1.0. \
            http://osm.org/copyright","osm_type":"way","osm_id":53820456,"lat":"\(latitude)",\
            "lon":"\(longitude)","category":"building","type":"yes","place_rank":30,"importance":0.4,\
            "addresstype":"building",\
            "name":"Hôtel de Ville","display_name":"Hôtel de Ville, Paris, France",\
            "boundingbox":["48.8558","48.8569","2.3515","2.3533"]}]
            """
        return (200, answer)
    }

    private static let paris = found("48.8564263", "2.3525276")
    private static let lyon = found("45.7578137", "4.8320114")
    private static let place = #", "location": {"street": "Place de l’Hôtel & Ville", "city": "Paris"}"#
    private static let path = "/v1/items/1"

    private func run(
        _ answers: Provider.Answer..., limits: OutgoingLimits = OutgoingLimits(),
        _ test: (Provider) async throws -> Void
    ) async throws {
        try await Provider.run(answers, flag: \.geocoder, limits: limits, test)
    }

    /// The place of an item, as `48.8,2.3`.
    private func point(_ item: JSONValue) -> String {
        let degrees = ["latitude", "longitude"].map { name in
            if case .number(let number) = item["location"]?[name] { number.text } else { "-" }
        }
        return degrees.joined(separator: ",")
    }

    @Test func `of a new item is looked up`() async throws {
        try await run(Self.paris) { provider in
            let answer = try await provider.addItem(Self.place)
            #expect(answer.status == 201)
            #expect(point(answer.json) == "48.8564263,2.3525276")
            #expect(
                provider.asked == [
                    "street=Place%20de%20l%E2%80%99H%C3%B4tel%20%26%20Ville&city=Paris&format=jsonv2&limit=1"
                ])
        }
    }

    @Test func `is left alone where coordinates are given, or there is nothing to look up`() async throws {
        try await run(Self.paris) { provider in
            let own = #", "location": {"city": "Paris", "latitude": 1, "longitude": 2}"#
            let item = try await provider.addItem(own).json
            #expect(point(item) == "1.0,2.0")
            #expect(try await provider.addItem("").status == 201)
            #expect(try await provider.addItem(#", "location": {"city": " "}"#).status == 422)
            #expect(try await provider.addItem(#", "location": {"city": "A", "latitude": 1}"#).status == 422)
            #expect(provider.asked == [])
        }
    }

    @Test func `that changes is looked up, and no other`() async throws {
        try await run(Self.paris, Self.lyon) { provider in
            try await provider.addItem(Self.place)
            let same = #"{"text": "Tea", "location": {"city": "Paris", "country": null}}"#
            #expect(point(try await provider.send(.patch, Self.path, same).json) == "48.8564263,2.3525276")
            #expect(provider.asked.count == 1)
            let moved = #"{"location": {"street": null, "city": "Lyon"}}"#
            #expect(point(try await provider.send(.patch, Self.path, moved).json) == "45.7578137,4.8320114")
            #expect(provider.asked.last == "city=Lyon&format=jsonv2&limit=1")
            _ = try await provider.send(.patch, Self.path, #"{"notes": "none"}"#)
            _ = try await provider.send(.patch, Self.path, #"{"location": {"latitude": 3, "longitude": 4}}"#)
            #expect(provider.asked.count == 2)
        }
    }

    @Test func `that is not found is refused, and nothing is changed`() async throws {
        try await run(Self.paris, (200, "[]")) { provider in
            try await provider.addItem(Self.place)
            for _ in 0..<2 {
                let change = #"{"text": "Tea", "location": {"city": "Nowhere"}}"#
                let answer = try await provider.send(.patch, Self.path, change)
                #expect(answer.status == 422)
                let errors = String(decoding: answer.json["errors"]?.jsonBytes ?? [], as: UTF8.self)
                #expect(errors.hasPrefix(#"[{"pointer":"/location","code":"address-not-found","detail":"#))
            }
            #expect(try await provider.send(.get, Self.path).json["text"] == .string("Picnic"))
            #expect(provider.asked.count == 2)
        }
    }

    @Test func `is looked up for each of many items, up to a number`() async throws {
        try await run(Self.paris, Self.lyon, (200, "[]")) { provider in
            _ = try await provider.send(.post, "/v1/checklists", #"{"name": "Trips"}"#)
            let list = "/v1/checklists/1/items/batch"
            func bodies(_ cities: [String]) -> String {
                let bodies = cities.map { #"{"text": "Tea", "location": {"city": "\#($0)"}}"# }
                return "[\(bodies.joined(separator: ","))]"
            }
            #expect(try await provider.send(.post, list, bodies(["A", "B", "A"])).status == 201)
            #expect(provider.asked.count == 2)
            let answer = try await provider.send(.post, list, bodies(["A", "C"]))
            let errors = String(decoding: answer.json["errors"]?.jsonBytes ?? [], as: UTF8.self)
            #expect(errors.contains(#""/1/location""#))
            #expect(try await provider.send(.post, list, bodies((0..<21).map(String.init))).status == 422)
            #expect(provider.asked.count == 3)
        }
    }

    @Test func `cannot be kept while the server fails`() async throws {
        let invalid = #"{"error":{"code":400,"message":"Nothing to search for."}}"#
        let answers: [Provider.Answer] = [
            (400, invalid), (429, "<html>"), (500, ""), (200, "{}"), (200, "[{}]"), (200, ""),
            Self.found("x", "1"), Self.found("91", "1"), Self.found("nan", "1"),
        ]
        try await Provider.run(answers + [Self.paris], flag: \.geocoder) { provider in
            for answer in answers {
                #expect(try await provider.addItem(Self.place).status == 502, "\(answer)")
            }
            let answer = try await provider.addItem(Self.place)
            #expect(answer.status == 201)
        }
    }

    @Test func `is given up when the server is too slow`() async throws {
        var limits = OutgoingLimits()
        limits.totalTimeMax = .milliseconds(50)
        try await run(limits: limits) { provider in
            let answer = try await provider.addItem(Self.place)
            #expect(answer.status == 504)
        }
    }

    @Test func `is kept as it is where there is nobody to ask`() async throws {
        try await Provider.run([Self.paris], flag: \.weather) { provider in
            let item = try await provider.addItem(Self.place).json
            #expect(point(item) == "-,-")
            #expect(provider.asked == [])
        }
    }
}
