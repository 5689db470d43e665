public import Checklists
import HTTP
import JSON
import Synchronization

/// A geocoder that queries a server with Nominatim's search API
/// (https://nominatim.org/release-docs/latest/api/Search/).
///
/// The server learns the address and nothing else. Answers are cached for 30 minutes.
public final class Nominatim: Geocoder {
    private let provider: Provider
    private let now: @Sendable () -> Timestamp
    private let cache = Mutex(TTLCache<String, Coordinates?>())

    /// Creates a geocoder.
    /// - Parameters:
    ///   - provider: The server.
    ///   - now: The clock.
    public init(_ provider: Provider, now: @escaping @Sendable () -> Timestamp) {
        self.provider = provider
        self.now = now
    }

    public func coordinates(of location: Location) async throws -> Coordinates? {
        let question = Self.query(location)
        if let known = cache.withLock({ $0.value(of: question, at: now()) }) { return known }
        let (status, content) = try await provider.answer(to: question)
        guard status == 200 else { throw ProviderError.failed("answered with status \(status)") }
        guard case .array(let places) = content else {
            throw ProviderError.failed("answered without an array of places")
        }
        let point = try places.first.map(Self.coordinates)
        cache.withLock { $0.store(point, of: question, at: now()) }
        return point
    }

    private static func query(_ location: Location) -> String {
        let parts = [
            ("street", location.street), ("city", location.city), ("postalcode", location.postalCode),
            ("country", location.country),
        ]
        let given = parts.compactMap { name, text in
            text.map { "\(name)=\(PercentEncoding.encode($0))" }
        }
        return (given + ["format=jsonv2", "limit=1"]).joined(separator: "&")
    }

    /// The coordinates of a result, whose degrees are strings.
    private static func coordinates(of place: JSONValue) throws(ProviderError) -> Coordinates {
        guard let latitude = degrees(place["lat"]), let longitude = degrees(place["lon"]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { throw .failed("answered with a place without valid coordinates") }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ value: JSONValue?) -> Double? {
        guard case .string(let text) = value else { return nil }
        return Double(text)
    }
}
