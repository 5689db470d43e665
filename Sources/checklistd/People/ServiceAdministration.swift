import API
import Checklists
import FileStore
import Foundation
import HTTP
import HTTPClient
import JSON
import Records

/// The interface of a service that runs, with a token of our own.
struct ServiceAdministration: Administration {
    /// Where it is, without a slash at its end.
    private let address: String
    /// What it has for itself, as people know it.
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
                A service works on \(name), and at \(address) none can be asked: \(error). Name its address \
                with --url, or stop it meanwhile.
                """)
        }
    }
}

// MARK: With a token for a moment

extension ServiceAdministration {
    /// What tokens are called that commands make for themselves, and a number behind it.
    fileprivate static let tokenName = "checklistd command line "
    /// How old such a token is at least that a command has left behind which was killed.
    private static let abandonedMilliseconds: Int64 = 5 * 60 * 1_000
    /// How long it may take until a service knows of a token; it looks every half a second.
    private static let patience = Duration.seconds(5)
    /// How often it is asked meanwhile. An address may show some wrong tokens, but not too many.
    private static let interval = Duration.milliseconds(300)

    /// Has a service that works on a folder asked with a token that is in force for so long alone. As long as
    /// it is, nobody is let in there without one.
    static func lent<Result: Sendable>(
        by folder: DataFolder, named name: String, at address: String,
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        // Whoever names the address may ask what is there, inward as well.
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
        // Where nobody answers no token has to be made.
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
            // Cancelled while waiting, it asks at once.
            try? await Task.sleep(for: Self.interval)
            if try await answer(.get, "/v1/me", nil).status == 200 { return }
        } while ContinuousClock.now < end
        throw Failure(
            .unavailable,
            """
            What answers at \(address) is not the service that works on \(name). Name the address of that \
            one with --url, or stop it meanwhile.
            """)
    }

    /// Whoever is let in without a token is so again when the command has ended.
    private func waitUntilForgotten() async {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            guard let answer = try? await answer(.get, "/v1/me", nil), answer.status == 200 else { return }
            try? await Task.sleep(for: Self.interval / 3)
        }
    }
}

extension DataFolder {
    /// Puts a token in force for a moment.
    /// - Returns: Whether any was ever made before, but for those of commands.
    fileprivate func lend(_ text: String, named name: String) throws -> Bool {
        let token = StoredToken(
            name: name, scope: Scope.admin.rawValue, digest: AccessToken.digest(of: text),
            createdAt: Timestamp(Date()))
        return try changeTokens { tokens in
            defer { tokens = (tokens ?? []) + [token] }
            guard let tokens else { return false }
            // Where there are those of commands alone, there was none before the first of them.
            return tokens.isEmpty
                || tokens.contains { !$0.name.hasPrefix(ServiceAdministration.tokenName) }
        }
    }

    /// Takes it out of force, with what others like it left behind.
    fileprivate func takeBack(
        _ name: String, wereMade: Bool, and isLeftBehind: (StoredToken) -> Bool
    ) throws {
        try changeTokens { tokens in
            tokens?.removeAll { $0.name == name || isLeftBehind($0) }
            if tokens?.isEmpty == true, !wereMade { tokens = nil }
        }
    }
}
