public import Checklists
import Dates
import JSON
import Synchronization

/// A weather source that queries a server with Open-Meteo's forecast API (https://open-meteo.com/en/docs).
///
/// The server learns coordinates, rounded to about a kilometre, and up to three days. Answers are cached for
/// 30 minutes.
public final class OpenMeteo: WeatherSource {
    private let provider: Provider
    private let source: String
    private let now: @Sendable () -> Timestamp
    private let cache = Mutex(TTLCache<Question, Forecast>())

    /// A query, which is also the key of its cached answer.
    private struct Question: Hashable {
        let latitude: Double
        let longitude: Double
        let firstDay: String
        let lastDay: String
    }

    /// Creates a weather source.
    /// - Parameters:
    ///   - provider: The server.
    ///   - source: The name that the weather gives as its source.
    ///   - now: The clock.
    public init(_ provider: Provider, source: String, now: @escaping @Sendable () -> Timestamp) {
        self.provider = provider
        self.source = source
        self.now = now
    }

    public func weather(at coordinates: Coordinates, on due: Due) async throws -> Weather? {
        // The local day of a moment is known only from the answer. Before that it can be any of these days.
        let (firstDay, lastDay) =
            switch due {
            case .day(let day): (day.text, day.text)
            case .moment(let moment):
                (
                    Self.day(of: moment.advanced(byMilliseconds: -Limits.behindMillisecondsMax)),
                    Self.day(of: moment.advanced(byMilliseconds: Limits.aheadMillisecondsMax))
                )
            }
        let question = Question(
            latitude: Self.rounded(coordinates.latitude), longitude: Self.rounded(coordinates.longitude),
            firstDay: firstDay, lastDay: lastDay)
        guard let forecast = try await forecast(question) else { return nil }
        switch due {
        case .day(let day): return forecast.weather(on: day.text, source: source)
        case .moment(let moment):
            let local = moment.advanced(byMilliseconds: forecast.offsetMilliseconds)
            return forecast.weather(on: Self.day(of: local), source: source)
        }
    }

    private func forecast(_ question: Question) async throws -> Forecast? {
        if let known = cache.withLock({ $0.value(of: question, at: now()) }) { return known }
        let (status, answer) = try await provider.answer(to: Self.query(question))
        guard status == 200 else {
            let reason = answer["reason"]?.text
            if status == 400, reason?.contains("out of allowed range") == true { return nil }
            throw ProviderError.failed("answered with status \(status)" + (reason.map { ": \($0)" } ?? ""))
        }
        guard let forecast = Forecast(answer) else {
            throw ProviderError.failed("answered without a forecast")
        }
        cache.withLock { $0.store(forecast, of: question, at: now()) }
        return forecast
    }

    private static func query(_ question: Question) -> String {
        "latitude=\(question.latitude)&longitude=\(question.longitude)"
            + "&daily=temperature_2m_mean,temperature_2m_max,temperature_2m_min,weather_code"
            + "&timezone=auto&start_date=\(question.firstDay)&end_date=\(question.lastDay)"
    }

    /// Degrees rounded to two decimals, about a kilometre. Forecasts are no finer, and a finer position is
    /// private. Adding zero turns minus zero into zero.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }

    private static func day(of moment: Timestamp) -> String {
        CivilDate(millisecondsSince1970: Int(moment.milliseconds)).text
    }
}

/// A server's forecast of some days at one position.
private struct Forecast {
    /// The local offset from UTC, in milliseconds.
    let offsetMilliseconds: Int64
    private let daily: JSONValue
    private let days: [String]

    /// Parses an answer; `nil` if it is no forecast.
    init?(_ answer: JSONValue) {
        guard let seconds = answer["utc_offset_seconds"]?.number, abs(seconds) <= 86_400,
            let daily = answer["daily"], let times = daily["time"]?.elements
        else { return nil }
        offsetMilliseconds = Int64(seconds * 1000)
        self.daily = daily
        days = times.map { $0.text ?? "" }
    }

    /// The weather of a day; `nil` where the forecast has none.
    func weather(on day: String, source: String) -> Weather? {
        guard let index = days.firstIndex(of: day) else { return nil }
        func number(_ name: String) -> Double? {
            guard let values = daily[name]?.elements, index < values.count else { return nil }
            return values[index].number
        }
        let condition = number("weather_code").flatMap(WeatherCode.init)
        let weather = Weather(
            date: day, temperatureMean: number("temperature_2m_mean"),
            temperatureMin: number("temperature_2m_min"), temperatureMax: number("temperature_2m_max"),
            condition: condition?.words, icon: condition?.icon, source: source)
        return weather == Weather(date: day, source: source) ? nil : weather
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number.double
    }

    fileprivate var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The text of a string, cut at `reasonCharactersMax`.
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return String(text.prefix(Limits.reasonCharactersMax))
    }
}
