import HTTP
import HTTPClient
import JSON
import Testing

@testable import checklistd

@Suite(.timeLimit(.minutes(20))) struct `The weather for an item` {
    /// As https://api.open-meteo.com/v1/forecast answers, for Auckland, 13 hours ahead of UTC in November.
    private static let forecast = """
        {"latitude":-36.875,"longitude":174.75,"generationtime_ms":0.12,"utc_offset_seconds":46800,
         "timezone":"Pacific/Auckland","timezone_abbreviation":"GMT+13","elevation":33.0,
         "daily_units":{"time":"iso8601","temperature_2m_mean":"°C","temperature_2m_max":"°C",
                        "temperature_2m_min":"°C","weather_code":"wmo code"},
         "daily":{"time":["2026-11-20","2026-11-21"],"temperature_2m_mean":[15.1,16.4],
                  "temperature_2m_max":[18.0,19.8],"temperature_2m_min":[12.0,-1],"weather_code":[3,61]}}
        """
    private static let place = #", "location": {"latitude": -36.84846, "longitude": 174.76334}"#
    private static let path = "/v1/items/1/weather"

    private func run(
        _ answers: Provider.Answer..., limits: OutgoingLimits = OutgoingLimits(),
        _ test: (Provider) async throws -> Void
    ) async throws {
        try await Provider.run(answers, flag: \.weather, limits: limits, test)
    }

    @Test func `is that of today, by the clocks of its place`() async throws {
        try await run((200, Self.forecast)) { provider in
            try await provider.addItem(Self.place)
            let answer = try await provider.send(.get, Self.path)
            #expect(answer.status == 200)
            let expected = """
                {"date":"2026-11-21","temperatureMean":16.4,"temperatureMin":-1.0,"temperatureMax":19.8,
                 "condition":"Light rain","icon":"🌦️","source":"127.0.0.1"}
                """
            #expect(answer.json.jsonBytes == (try JSONValue.parse(Array(expected.utf8))).jsonBytes)
            #expect(
                provider.asked == [
                    "latitude=-36.85&longitude=174.76"
                        + "&daily=temperature_2m_mean,temperature_2m_max,temperature_2m_min,weather_code"
                        + "&timezone=auto&start_date=2026-11-20&end_date=2026-11-21"
                ])
        }
    }

    @Test func `is that of the day that it is due`() async throws {
        try await run((200, Self.forecast)) { provider in
            try await provider.addItem(Self.place + #", "dueDate": "2026-11-20T10:59:59Z""#)
            #expect(try await provider.send(.get, Self.path).json["date"] == .string("2026-11-20"))
            #expect(try await provider.send(.get, Self.path).json["condition"] == .string("Overcast"))
            #expect(provider.asked.last?.hasSuffix("start_date=2026-11-19&end_date=2026-11-21") == true)
        }
    }

    @Test func `is that of the day of an all-day item, whatever zone that is in`() async throws {
        try await run((200, Self.forecast)) { provider in
            // It begins when it is 21 November in Auckland.
            try await provider.addItem(
                Self.place + #", "dueOn": "2026-11-20", "timeZone": "Pacific/Pago_Pago""#)
            #expect(try await provider.send(.get, Self.path).json["date"] == .string("2026-11-20"))
            #expect(provider.asked.last?.hasSuffix("start_date=2026-11-20&end_date=2026-11-20") == true)
        }
    }

    @Test func `is asked for again after half an hour`() async throws {
        try await run((200, Self.forecast)) { provider in
            try await provider.addItem(Self.place)
            for minutes in [0, 29, 1, 29] {
                provider.pass(minutes: Int64(minutes))
                #expect(try await provider.send(.get, Self.path).status == 200)
            }
            #expect(provider.asked.count == 2)
        }
    }

    @Test func `leaves out what is not known`() async throws {
        let answer =
            #"{"utc_offset_seconds":0,"daily":{"time":["2026-11-20"],"weather_code":[1234],"#
            + #""temperature_2m_mean":[null],"temperature_2m_max":[4]}}"#
        try await run((200, answer)) { provider in
            try await provider.addItem(Self.place)
            let weather = try await provider.send(.get, Self.path).json
            #expect(weather["temperatureMean"] == .null)
            #expect(weather["temperatureMin"] == .null)
            #expect(weather["temperatureMax"] == .number(JSONNumber(4.0)))
            #expect(weather["condition"] == .null)
            #expect(weather["icon"] == .null)
        }
    }

    @Test(arguments: [
        #"{"utc_offset_seconds":0,"daily":{"time":["2026-11-20"],"weather_code":[null]}}"#,
        #"{"utc_offset_seconds":0,"daily":{"time":["2027-01-01"],"weather_code":[0]}}"#,
        #"{"utc_offset_seconds":0,"daily":{"time":[]}}"#,
    ])
    func `is not there where nothing is known of the day`(answer: String) async throws {
        try await run((200, answer)) { provider in
            try await provider.addItem(Self.place)
            #expect(try await provider.send(.get, Self.path).status == 404)
        }
    }

    @Test func `is not there for days that are too far away`() async throws {
        let refusal =
            #"{"error":true,"reason":"Parameter 'start_date' is out of allowed range from "#
            + #"2026-08-20 to 2026-12-06"}"#
        try await run((400, refusal)) { provider in
            try await provider.addItem(Self.place + #", "dueDate": "2030-01-01T00:00:00Z""#)
            let answer = try await provider.send(.get, Self.path)
            #expect(answer.status == 404)
            #expect(answer.json["detail"].map { "\($0)".contains("for the day") } == true)
            #expect(answer.json["type"] == .string("tag:checklistd,2026:no-forecast"))
        }
    }

    @Test func `needs coordinates`() async throws {
        try await run((200, Self.forecast)) { provider in
            try await provider.addItem(#", "location": {"city": "Auckland"}"#)
            let answer = try await provider.send(.get, Self.path)
            #expect(answer.status == 404)
            #expect(answer.json["type"] == .string("tag:checklistd,2026:no-coordinates"))
            #expect(try await provider.send(.get, "/v1/items/2/weather").status == 404)
            #expect(provider.asked == [])
        }
    }

    @Test func `is not there without a server to ask`() async throws {
        try await Provider.run([(200, Self.forecast)], flag: \.tokenName) { provider in
            try await provider.addItem(Self.place)
            let answer = try await provider.send(.get, Self.path)
            #expect(answer.status == 404)
            #expect(answer.json["detail"].map { "\($0)".contains("--weather") } == true)
            #expect(answer.json["type"] == .string("tag:checklistd,2026:no-weather"))
            #expect(provider.asked == [])
        }
    }

    @Test func `is a failure of the server, which is asked again the next time`() async throws {
        let tooMany =
            #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one "#
            + #"minute."}"#
        let unlike = [String(repeating: " ", count: 20_000), "<html>", "[]", #"{"daily":{"time":[]}}"#, ""]
        let invalid =
            #"{"error":true,"reason":"Cannot initialize WeatherVariable from invalid String value"}"#
        let answers: [Provider.Answer] =
            [(400, invalid), (429, tooMany), (500, ""), (503, "<html>")] + unlike.map { (200, $0) }
        try await Provider.run(answers + [(200, Self.forecast)], flag: \.weather) { provider in
            try await provider.addItem(Self.place)
            for answer in answers {
                #expect(try await provider.send(.get, Self.path).status == 502, "\(answer)")
            }
            #expect(try await provider.send(.get, Self.path).status == 200)
        }
    }

    @Test func `is given up when the server is too slow`() async throws {
        var limits = OutgoingLimits()
        limits.totalTimeMax = .milliseconds(50)
        try await run(limits: limits) { provider in
            try await provider.addItem(Self.place)
            #expect(try await provider.send(.get, Self.path).status == 504)
        }
    }

    @Test(arguments: ["", "api.open-meteo.com", "ftp://a/", "https://", "https://a/#b", "https://u:p@a/"])
    func `is asked of addresses alone`(url: String) {
        #expect(throws: Failure.self) { try CommandLineArguments(["--weather=\(url)"], environment: [:]) }
    }
}
