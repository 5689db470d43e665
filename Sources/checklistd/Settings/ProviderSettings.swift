import API
import Checklists
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import OpenID

/// The settings of sign-in at an OpenID provider.
struct ProviderSettings {
    /// The issuer; `nil` for no provider.
    var issuer: String?
    /// The id of this server at the provider.
    var clientID: String?
    /// The file with the client secret in its first line.
    var secretFile: String?
    /// The name that people see.
    var name: String?
    /// The claims of accounts that become new people.
    var allowed: [OpenIDSettings.Claim] = []
    /// The claims of accounts of person 1.
    var owners: [OpenIDSettings.Claim] = []

    /// The maximum size of the file, in bytes.
    private static let fileBytesMax = 65_536
    /// The maximum length of a secret, in bytes.
    private static let secretBytesMax = 1_024

    /// The settings of the provider; `nil` if none is named.
    /// - Parameter page: The address of the page.
    func provider(page: String?) throws(Failure) -> OpenIDSettings? {
        guard let issuer else {
            guard clientID == nil, secretFile == nil, name == nil, allowed.isEmpty, owners.isEmpty else {
                throw Failure(.usage, "The flags --oidc-… need --oidc-issuer, the address of the provider.")
            }
            return nil
        }
        guard let clientID else {
            throw Failure(
                .usage, "--oidc-issuer needs --oidc-client-id, the id of this server at the provider.")
        }
        guard let page else {
            throw Failure(
                .usage, "--oidc-issuer needs --url, the address to which the provider sends browsers.")
        }
        guard !allowed.isEmpty || !owners.isEmpty else {
            throw Failure(
                .usage,
                "--oidc-issuer needs --oidc-allow-claim or --oidc-owner-claim, which say who may sign in."
                    + " --oidc-allow-claim iss=\(issuer) allows every account there.")
        }
        let origin = page.hasSuffix("/") ? String(page.dropLast()) : page
        return OpenIDSettings(
            issuer: issuer, clientID: clientID, clientSecret: try secretFile.map(Self.secret),
            redirectURI: "\(origin)/v1/sign-in/oidc/callback", allowed: allowed, owners: owners)
    }

    private static func secret(in file: String) throws(Failure) -> String {
        let data = try NamedFile(file, flag: "oidc-client-secret-file", bytesMax: fileBytesMax).content()
        let line = data.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard 1...secretBytesMax ~= line.count, let secret = String(validating: line, as: UTF8.self) else {
            throw Failure(
                .data, "--oidc-client-secret-file: \(file) has no secret in its first line. Write it there.")
        }
        return secret
    }
}

/// The OpenID provider, with the client for its requests.
///
/// The operator chose its address, so it may be in a private network. Otherwise requests use the proxy and
/// the certificates of webhooks.
struct ProviderService {
    let signIn: ProviderSignIn
    private let client: HTTPClient

    /// The maximum number of failures in the log a minute.
    private static let failuresPerMinuteMax = 10

    /// `nil` if no provider is configured.
    init?(_ configuration: Configuration, log: Log, isFree: @escaping @Sendable () -> Bool) throws(Failure) {
        guard let settings = try configuration.provider.provider(page: configuration.url) else { return nil }
        var requests = configuration.client
        requests.policy.allowed = [CIDR(.v4(0), prefixBits: 0), CIDR(.v6(high: 0, low: 0), prefixBits: 0)]
        client = HTTPClient(requests)
        let name = configuration.provider.name ?? URL(string: settings.issuer)?.host() ?? settings.issuer
        let provider = OpenIDProvider(settings, name: name, client: client, now: { Timestamp(Date()) })
        let failures = BoundedWarning(
            log, "sign-in at the provider failed", linesMax: Self.failuresPerMinuteMax,
            now: ServerClock.system.monotonicNanoseconds)
        signIn = ProviderSignIn(
            provider, isSecure: settings.redirectURI.hasPrefix("https://"), isFree: isFree,
            onFailure: { failures.warn("reason", $0) })
    }

    /// Cancels requests in progress.
    func stop() { client.stop() }
}
