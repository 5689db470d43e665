/// The weather of one day at one location. What the source does not know is `nil`.
public struct Weather: Hashable, Sendable {
    /// The day by the clocks there: `2026-11-21`.
    public var date: String
    /// The mean over the day, in degrees Celsius, as are the others.
    public var temperatureMean: Double?
    /// The lowest of the day.
    public var temperatureMin: Double?
    /// The highest of the day.
    public var temperatureMax: Double?
    /// What it is like, in words: `Light rain`.
    public var condition: String?
    /// A character that pictures it.
    public var icon: String?
    /// Who says so.
    public var source: String

    /// The weather of a day.
    public init(
        date: String, temperatureMean: Double? = nil, temperatureMin: Double? = nil,
        temperatureMax: Double? = nil, condition: String? = nil, icon: String? = nil, source: String
    ) {
        self.date = date
        self.temperatureMean = temperatureMean
        self.temperatureMin = temperatureMin
        self.temperatureMax = temperatureMax
        self.condition = condition
        self.icon = icon
        self.source = source
    }
}

/// A point on the earth.
public struct Coordinates: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double

    /// A point.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Who tells the weather.
public protocol WeatherSource: Sendable {
    /// The weather on a day, or on that of a moment at a location; `nil` where the source has none for it.
    /// - Throws: `ProviderError`.
    func weather(at coordinates: Coordinates, on due: Due) async throws -> Weather?
}

/// Why a service elsewhere that is asked for something gave no answer that is of use.
public enum ProviderError: Error, Hashable, Sendable {
    /// It could not be reached, refused, or said what cannot be understood: a clause such as
    /// `answered with 500`.
    case failed(String)
    /// It took too long.
    case slow
}
