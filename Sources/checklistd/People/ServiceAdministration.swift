import API
import Checklists
import FileStore
import Foundation
import HTTP
import HTTPClient
import JSON
import Records

/// Administration of a running server over HTTP, with a temporary token.
struct ServiceAdministration: Administration {
    /// The address of the server, without a trailing slash.
    private let address: String
    /// The name of the data folder that the server has locked.
    private let name: String
    private let token: String
    private let client: HTTPClient

    func answer(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?
    ) async throws(Failure) -> AdministrationAnswer {
        let outgoing: OutgoingRequest.Method =
            switch method {
            case .post: .post(content?.jsonBytes ?? [])
            case .delete: .delete
            default: .get
            }
        var fields = [
            HeaderField("authorization", "Bearer \(token)"), HeaderField("accept", "application/json"),
            HeaderField("user-agent", "checklistd/\(Version.current)"),
        ]
        if content != nil { fields.append(HeaderField("content-type", "application/json")) }
        do throws(OutgoingError) {
            let response = try await client.send(OutgoingRequest(outgoing, address + target, fields: fields))
            return AdministrationAnswer(status: response.status, bytes: response.body)
        } catch {
            throw Failure(
                .unavailable,
                """
                A server uses \(name), but none answers at \(address): \(error). Name its address with \
                --url, or stop it first.
                """)
        }
    }
}

// MARK: Temporary token

extension ServiceAdministration {
    /// The prefix of a temporary token's name; a random number follows.
    fileprivate static let tokenName = "checklistd command line "
    /// The age from which a temporary token is a leftover of a killed command: 5 minutes.
    private static let abandonedMilliseconds: Int64 = 5 * 60 * 1_000
    /// How long a server may take to learn of a token: 5 s. It reads the tokens every half second.
    private static let patience = Duration.seconds(5)
    /// The interval of requests until then: 300 ms. The server limits wrong tokens from one address.
    private static let interval = Duration.milliseconds(300)

    /// Runs `body` with a token that is valid only meanwhile. As long as it is valid, the server refuses
    /// requests without a token.
    static func lent<Result: Sendable>(
        by folder: DataFolder, named name: String, at address: String,
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        // The operator chose the address, so it may be in a private network.
        var settings = HTTPClient.Configuration()
        settings.policy.allowed = [CIDR(.v4(0), prefixBits: 0), CIDR(.v6(high: 0, low: 0), prefixBits: 0)]
        let client = HTTPClient(settings)
        defer { client.stop() }
        var random = SystemRandomNumberGenerator()
        let service = ServiceAdministration(
            address: address, name: name,
            token: AccessToken.text(
                (0..<AccessToken.randomBytes).map { _ in .random(in: .min ... .max, using: &random) }),
            client: client)
        // If no server answers, no token is needed.
        _ = try await service.answer(.get, "/healthz", nil)
        let tokenName = tokenName + String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
        let wereMade = try await Failure.reporting { try folder.lend(service.token, named: tokenName) }
        do throws(Failure) {
            try await service.waitUntilKnown()
            let result = try await body(service)
            try await takeBack(tokenName, wereMade: wereMade, from: folder)
            await service.waitUntilForgotten()
            return result
        } catch {
            try await takeBack(tokenName, wereMade: wereMade, from: folder)
            throw error
        }
    }

    private static func takeBack(
        _ name: String, wereMade: Bool, from folder: DataFolder
    ) async throws(Failure) {
        try await Failure.reporting {
            try folder.takeBack(name, wereMade: wereMade) { token in
                let age = Timestamp(Date()).milliseconds - token.createdAt.milliseconds
                return token.name.hasPrefix(tokenName) && age > abandonedMilliseconds
            }
        }
    }

    private func waitUntilKnown() async throws(Failure) {
        let end = ContinuousClock.now + Self.patience
        repeat {
            // Cancellation ends the wait, and the request follows at once.
            try? await Task.sleep(for: Self.interval)
            if try await answer(.get, "/v1/me", nil).status == 200 { return }
        } while ContinuousClock.now < end
        throw Failure(
            .unavailable,
            """
            The server at \(address) is not the one that uses \(name). Name the address of that one with \
            --url, or stop it first.
            """)
    }

    /// Waits until the server has dropped the token, so that it accepts requests without a token again.
    private func waitUntilForgotten() async {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            guard let answer = try? await answer(.get, "/v1/me", nil), answer.status == 200 else { return }
            try? await Task.sleep(for: Self.interval / 3)
        }
    }
}

extension DataFolder {
    /// Adds a temporary token.
    /// - Returns: Whether a token was ever created before, other than temporary ones.
    fileprivate func lend(_ text: String, named name: String) throws -> Bool {
        let token = StoredToken(
            name: name, scope: Scope.admin.rawValue, digest: AccessToken.digest(of: text),
            createdAt: Timestamp(Date()))
        return try changeTokens { tokens in
            defer { tokens = (tokens ?? []) + [token] }
            guard let tokens else { return false }
            // If all tokens are temporary, none existed before the first of them.
            return tokens.isEmpty
                || tokens.contains { !$0.name.hasPrefix(ServiceAdministration.tokenName) }
        }
    }

    /// Removes the token, and leftovers of killed commands.
    fileprivate func takeBack(
        _ name: String, wereMade: Bool, and isLeftBehind: (StoredToken) -> Bool
    ) throws {
        try changeTokens { tokens in
            tokens?.removeAll { $0.name == name || isLeftBehind($0) }
            if tokens?.isEmpty == true, !wereMade { tokens = nil }
        }
    }
}
