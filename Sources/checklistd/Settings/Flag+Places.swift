import Foundation
import Mail
import Web

extension Flag {
    /// Who is asked about places.
    static let places: [Flag] = [
        .provider(
            "geocoder", \.geocoder,
            """
            Who is asked where the address of an item is: a server that speaks as Nominatim's search,
            https://nominatim.openstreetmap.org/search. It is told the address when it
            is set. Default nobody.
            """),
        .provider(
            "weather", \.weather,
            """
            Who is asked for the weather where an item is to be done: a server that speaks as Open-Meteo's,
            https://api.open-meteo.com/v1/forecast. It is told the place, to a kilometre, and days.
            Default nobody.
            """),
        Flag(
            name: "map-tiles", value: "URL", commands: [.serve],
            help: """
                Where the page has the pictures of maps from: an address with {z}, {x} and {y},
                https://tile.openstreetmap.org/{z}/{x}/{y}.png. Browsers ask there themselves, and so
                tell which place somebody looks at. Default nowhere: the page links to a map.
                """
        ) { (configuration, text) throws(Failure) in
            guard let tiles = MapTiles(text) else {
                throw Failure(
                    .usage,
                    "--map-tiles needs an address with {z}, {x} and {y} that begins with https:// or http://")
            }
            configuration.mapTiles = tiles
        },
    ]

    /// A setting that takes the address of a service elsewhere.
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

    /// Whether a text says whom to turn to: a mail address as a URL, or a page.
    static func isContact(_ text: String) -> Bool {
        if text.hasPrefix("https://") { return isAddress(text) }
        guard text.hasPrefix("mailto:") else { return false }
        // What is wrong with it does not matter.
        let address = text.dropFirst("mailto:".count).removingPercentEncoding ?? ""
        return (try? MailAddress(address)) != nil
    }

    /// Whether a text is the address of something that speaks HTTP, without a secret in it.
    static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return ["http", "https"].contains(url.scheme) && url.host()?.isEmpty == false
            && url.fragment() == nil && url.user() == nil
    }
}
