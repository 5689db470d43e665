import Checklists
import Foundation
import HTTP
import HTTPClient
import Places

/// The geocoder and the weather service, if they are configured.
///
/// The operator chose their addresses, so these may be in a private network. Otherwise requests use the
/// limits, the proxy and the certificates of webhooks.
struct LocationServices {
    /// The geocoder that finds addresses.
    let geocoder: (any Geocoder)?
    /// The weather service.
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

    /// Cancels requests in progress.
    func stop() {
        client.stop()
    }
}
