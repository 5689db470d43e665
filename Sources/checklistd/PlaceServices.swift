import Checklists
import Foundation
import Places
import Webhooks

/// The services elsewhere that are asked about places, if any are.
///
/// Whoever starts the service chose their addresses, so these may lie inward. Otherwise requests go as those
/// of webhooks do: within the same limits, by the same way, with the same trust.
struct PlaceServices {
    /// Who knows where addresses are.
    let geocoder: (any Geocoder)?
    /// Who tells the weather.
    let weather: (any WeatherSource)?
    private let client: HTTPClient

    init(
        _ configuration: Configuration, limits: OutgoingLimits = OutgoingLimits(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        var settings = configuration.client
        settings.policy.allowed = [CIDR(.v4(0), prefixBits: 0), CIDR(.v6(high: 0, low: 0), prefixBits: 0)]
        let client = HTTPClient(settings)
        self.client = client
        let fetch: Fetch = { url in try await client.content(of: url, limits) }
        geocoder = configuration.geocoder.map { url in Nominatim(url: url, now: now, fetch: fetch) }
        weather = configuration.weather.map { url in
            OpenMeteo(url: url, source: URL(string: url)?.host() ?? "", now: now, fetch: fetch)
        }
    }

    /// Gives up what is under way.
    func stop() {
        client.stop()
    }
}

extension HTTPClient {
    /// What is at an address.
    /// - Throws: `ProviderError`.
    fileprivate func content(
        of url: String, _ limits: OutgoingLimits
    ) async throws -> (status: Int, content: [UInt8]) {
        let fields = [
            HeaderField("user-agent", "checklistd/\(Version.current)"),
            HeaderField("accept", "application/json"),
        ]
        let start = ContinuousClock.now
        do throws(OutgoingError) {
            let response = try await send(OutgoingRequest(.get, url, fields: fields, limits: limits))
            guard response.isComplete else {
                let isSlow = ContinuousClock.now - start >= .milliseconds(limits.totalMillisecondsMax)
                throw isSlow ? OutgoingError.timedOut("") : .incomplete("it is cut off or too long")
            }
            return (response.status, response.body)
        } catch {
            if case .timedOut = error { throw ProviderError.slow }
            throw ProviderError.failed("gave no answer: \(error)")
        }
    }
}
