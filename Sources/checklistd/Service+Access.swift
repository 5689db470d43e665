import API
import Foundation
import HTTP
import HTTPServer
import Storage

extension Service {
    /// Whoever can reach the service can read and change everything as long as no token is in force, so
    /// others than this machine's users have to be let in explicitly.
    func checkExposure(of addresses: [ListenAddress], to watch: TokenWatch) throws(Failure) {
        let isOpen = watch.tokens.isEmpty && !makesToken(watch) && !configuration.allowsEveryone
        guard isOpen, let open = addresses.first(where: { !$0.isLoopback }) else { return }
        throw Failure(
            .configuration,
            """
            On \(open) everybody who can reach it could read and change everything. Make a token first, with \
            "checklistd token create --name NAME --scope admin --data \(configuration.data)", or listen on \
            127.0.0.1, \
            or say --no-auth if the network is safe.
            """)
    }

    /// Makes the first token and prints it, if that was asked for and there never was one.
    func makeFirstToken(_ watch: TokenWatch) throws(Failure) {
        guard makesToken(watch) else { return }
        let token = try AccessToken.make(name: "first", scope: .admin, in: DataFolder(at: configuration.data))
        let notice = """
            Requests need this token, which is shown this once and allows everything:

              Authorization: Bearer \(token)

            checklistd token create, list and revoke make others, and take this one out of force.

            """
        FileHandle.standardOutput.write(Data(notice.utf8))
        try watch.reload()
    }

    private func makesToken(_ watch: TokenWatch) -> Bool {
        configuration.createsToken && !watch.wereMade && !configuration.allowsEveryone
    }

    /// Who stands in front of the routes, the outermost first.
    func guards(_ tokens: AccessTokens, before router: Router, on addresses: [ListenAddress]) -> [any Guard] {
        let now = ServerClock.system.monotonicNanoseconds
        let isLocal = addresses.allSatisfy(\.isLoopback)
        let wrongTokensMax = configuration.wrongTokensPerMinuteMax
        var guards: [any Guard] = [OriginGuard(allowing: configuration.corsOrigins)]
        if isLocal { guards.append(HostGuard(unless: tokens)) }
        guards.append(
            AccessGuard(
                tokens, isRequired: !isLocal && !configuration.allowsEveryone, for: router,
                failures: wrongTokensMax > 0 ? RateLimit(requests: wrongTokensMax, seconds: 60) : nil,
                now: now))
        if let limit = configuration.rateLimit { guards.append(RateGuard(limit, now: now)) }
        return guards
    }
}
