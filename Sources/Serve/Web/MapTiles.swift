/// Where the pictures of maps come from: an address with `{z}`, `{x}` and `{y}` for zoom and place of each.
public struct MapTiles: Sendable {
    /// The address, as it was given.
    let address: String
    /// What a policy names: scheme, host and port.
    let origin: String

    /// `nil` where that is no such address, or has signs that would mean more in a page or in its policy.
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
