/// The weather of one day at one location; `nil` for values that the source lacks.
public struct Weather: Hashable, Sendable {
    /// The local date: `2026-11-21`.
    public var date: String
    /// The daily mean, in degrees Celsius.
    public var temperatureMean: Double?
    /// The daily minimum, in degrees Celsius.
    public var temperatureMin: Double?
    /// The daily maximum, in degrees Celsius.
    public var temperatureMax: Double?
    /// A description: `Light rain`.
    public var condition: String?
    /// A character that depicts the condition.
    public var icon: String?
    /// The name of the source.
    public var source: String

    /// Creates the weather of a day.
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

    /// Creates a point.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A provider of weather data.
public protocol WeatherSource: Sendable {
    /// The weather on a day, or on the local day of a moment; `nil` if the source has none for it.
    /// - Throws: `ProviderError`.
    func weather(at coordinates: Coordinates, on due: Due) async throws -> Weather?
}

/// The failure of an external service.
public enum ProviderError: Error, Hashable, Sendable {
    /// The service was unreachable, refused the request, or sent an invalid response. The text is a clause
    /// such as `answered with 500`.
    case failed(String)
    /// The service timed out.
    case slow
}
