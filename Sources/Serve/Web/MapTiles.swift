/// The source of map tiles: a URL with `{z}`, `{x}` and `{y}` for zoom, column and row.
public struct MapTiles: Sendable {
    /// The URL template, as configured.
    let address: String
    /// Scheme, host and port, for the Content Security Policy.
    let origin: String

    /// `nil` if the text is not such a URL, or has characters with a meaning in HTML or in the policy.
    public init?(_ address: String) {
        let known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?=&%+@{}"
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard address.allSatisfy(known.contains), ["{z}", "{x}", "{y}"].allSatisfy(address.contains),
            parts.count == 4, ["https:", "http:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty,
            !parts[2].contains(where: "{}@?&=%".contains)
        else { return nil }
        self.address = address
        origin = "\(parts[0])//\(parts[2])"
    }
}
