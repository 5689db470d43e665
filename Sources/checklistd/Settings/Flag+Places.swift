import Foundation
import Mail
import Web

extension Flag {
    /// The flags for places and weather.
    static let places: [Flag] = [
        .provider(
            "geocoder", \.geocoder,
            """
            Geocoder that finds the coordinates of an item's address: a server with the API of Nominatim,
            https://nominatim.openstreetmap.org/search. It gets the address when a client sets it. Default
            none.
            """),
        .provider(
            "weather", \.weather,
            """
            Weather service for the places of items: a server with the API of Open-Meteo,
            https://api.open-meteo.com/v1/forecast. It gets the days, and the coordinates to a kilometre.
            Default none.
            """),
        Flag(
            name: "map-tiles", value: "URL", commands: [.serve],
            help: """
                Server of map tiles for the page: an address with {z}, {x} and {y},
                https://tile.openstreetmap.org/{z}/{x}/{y}.png. Browsers load tiles from that server, which
                learns the place on screen. Default none: the page links to a map.
                """
        ) { (configuration, text) throws(Failure) in
            guard let tiles = MapTiles(text) else {
                throw Failure(
                    .usage,
                    "--map-tiles needs an https:// or http:// address with {z}, {x} and {y}.")
            }
            configuration.mapTiles = tiles
        },
    ]

    /// A flag for the address of an external service.
    private static func provider(
        _ name: String, _ path: any WritableKeyPath<Configuration, String?> & Sendable, _ help: String
    ) -> Flag {
        Flag(name: name, value: "URL", commands: [.serve], help: help) {
            (configuration, text) throws(Failure) in
            guard isAddress(text) else {
                throw Failure(.usage, "--\(name) needs an address that begins with https:// or http://.")
            }
            configuration[keyPath: path] = text
        }
    }

    /// Whether a text is a contact: a `mailto:` URL or an `https://` address.
    static func isContact(_ text: String) -> Bool {
        if text.hasPrefix("https://") { return isAddress(text) }
        guard text.hasPrefix("mailto:") else { return false }
        // Only the validity matters, not the error.
        let address = text.dropFirst("mailto:".count).removingPercentEncoding ?? ""
        return (try? MailAddress(address)) != nil
    }

    /// Whether a text is the address of an HTTP proxy, which may have a user and password.
    static func isProxy(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return ["http", "https"].contains(url.scheme) && url.host()?.isEmpty == false
    }

    /// Whether a text is an HTTP address without a user and fragment.
    static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return ["http", "https"].contains(url.scheme) && url.host()?.isEmpty == false
            && url.fragment() == nil && url.user() == nil
    }
}
