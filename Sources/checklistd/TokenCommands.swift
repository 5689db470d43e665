import API
import Checklists
import Dates
import Foundation
import Records

/// The commands that make, list and revoke access tokens, also while a service runs with them.
enum TokenCommands {
    /// Makes a token and prints it: it alone goes to standard output, and nobody can read it anywhere later.
    static func create(_ configuration: Configuration) async throws(Failure) {
        guard let name = configuration.tokenName, let scope = configuration.tokenScope else {
            throw Failure(.usage, "checklistd token create needs both --name and --scope. See --help.")
        }
        let (token, isSeenAtOnce) = try await configuration.withStorage { storage throws(Failure) in
            let token = try await AccessToken.make(name: name, scope: scope, in: storage.tokens)
            return (token, storage.tokens.reader != nil)
        }
        guard let token else {
            throw Failure(
                .cannotCreate, "There is a token \"\(name)\" already; revoke it, or take another name.")
        }
        // The token is in force when it is printed.
        if !isSeenAtOnce { try? await Task.sleep(for: TokenWatch.spreadTime) }
        print(token)
        let notice = "Keep it well: it is shown this once. The token \"\(name)\" allows \(scope.rawValue).\n"
        FileHandle.standardError.write(Data(notice.utf8))
    }

    /// Prints what tokens there are, one a line.
    static func list(_ configuration: Configuration) async throws(Failure) {
        let tokens = try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.tokens.tokens() ?? [] }
        }
        if tokens.isEmpty { print("There are no tokens.") }
        for token in tokens {
            let time = RFC3339.textInSeconds(token.createdAt.milliseconds)
            let scope = token.scope.padding(toLength: 6, withPad: " ", startingAt: 0)
            print("\(scope) \(time) \(token.name)")
        }
    }

    /// Takes a token out of force.
    static func revoke(_ name: String, _ configuration: Configuration) async throws(Failure) {
        let wasThere = try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.tokens.removeToken(named: name) }
        }
        guard wasThere else {
            throw Failure(
                .noInput, "There is no token \"\(name)\"; checklistd token list has those there are.")
        }
        // The token is out of force when that is printed.
        try? await Task.sleep(for: TokenWatch.spreadTime)
        print("The token \"\(name)\" is out of force.")
    }
}

extension AccessToken {
    /// Makes a token and keeps what it can be recognized by.
    /// - Returns: The token itself; `nil` where another one has its name.
    static func make(
        name: String, scope: Scope, in storage: any TokenStorage
    ) async throws(Failure) -> String? {
        var random = SystemRandomNumberGenerator()
        let text = text((0..<randomBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let token = StoredToken(
            name: name, scope: scope.rawValue, digest: digest(of: text), createdAt: Timestamp(Date()))
        return try await Failure.reporting { try await storage.add(token) } ? text : nil
    }
}
