/// The meaning of a weather code (WMO table 4677, as far as forecasts use it).
struct WeatherCode {
    /// The weather in words.
    let words: String
    /// The weather as an emoji.
    let icon: String

    /// Looks up a code; `nil` where it has no meaning.
    init?(_ code: Double) {
        guard let meaning = Int(exactly: code).flatMap({ Self.meanings[$0] }) else { return nil }
        (words, icon) = meaning
    }

    private static let meanings: [Int: (words: String, icon: String)] = [
        0: ("Clear sky", "☀️"),
        1: ("Mainly clear", "🌤️"),
        2: ("Partly cloudy", "⛅"),
        3: ("Overcast", "☁️"),
        45: ("Fog", "🌫️"),
        48: ("Freezing fog", "🌫️"),
        51: ("Light drizzle", "🌦️"),
        53: ("Drizzle", "🌦️"),
        55: ("Dense drizzle", "🌧️"),
        56: ("Light freezing drizzle", "🌧️"),
        57: ("Freezing drizzle", "🌧️"),
        61: ("Light rain", "🌦️"),
        63: ("Rain", "🌧️"),
        65: ("Heavy rain", "🌧️"),
        66: ("Light freezing rain", "🌧️"),
        67: ("Freezing rain", "🌧️"),
        71: ("Light snow", "🌨️"),
        73: ("Snow", "🌨️"),
        75: ("Heavy snow", "❄️"),
        77: ("Snow grains", "🌨️"),
        80: ("Light rain showers", "🌦️"),
        81: ("Rain showers", "🌧️"),
        82: ("Violent rain showers", "🌧️"),
        85: ("Light snow showers", "🌨️"),
        86: ("Snow showers", "❄️"),
        95: ("Thunderstorm", "⛈️"),
        96: ("Thunderstorm with light hail", "⛈️"),
        99: ("Thunderstorm with hail", "⛈️"),
    ]
}
