import Checklists
import Foundation
import HTTP
import HTTPClient
import Places

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
        let provider = { url in
            Provider(url: url, client: client, userAgent: "checklistd/\(Version.current)", limits: limits)
        }
        geocoder = configuration.geocoder.map { url in Nominatim(provider(url), now: now) }
        weather = configuration.weather.map { url in
            OpenMeteo(provider(url), source: URL(string: url)?.host() ?? "", now: now)
        }
    }

    /// Gives up what is under way.
    func stop() {
        client.stop()
    }
}
