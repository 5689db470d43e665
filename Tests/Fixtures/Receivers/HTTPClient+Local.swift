package import HTTPClient

extension HTTPClient {
    /// A client that may connect to the loopback addresses.
    package static func local(_ change: (inout Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = Configuration()
        configuration.policy.allowed = CIDR.loopback
        change(&configuration)
        return HTTPClient(configuration)
    }
}
