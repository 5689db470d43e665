import API
import Checklists
import Dates
import FileStore
import Foundation
import Records
import SQLStore

/// The commands that create, list and revoke access tokens. They work while a server runs.
enum TokenCommands {
    /// Creates a token and prints it. Standard output has only the token, which cannot be read again later.
    static func create(_ configuration: Configuration) async throws(Failure) {
        guard let name = configuration.tokenName, let scope = configuration.tokenScope else {
            throw Failure(.usage, "checklistd token create needs --name and --scope. See checklistd help.")
        }
        var notices: [String] = []
        let (token, isSeenAtOnce) = try await configuration.withStorage { storage throws(Failure) in
            notices = await Self.notices(about: storage)
            let token = try await AccessToken.make(name: name, scope: scope, in: storage.tokens)
            return (token, storage.tokens.reader != nil)
        }
        guard let token else {
            throw Failure(
                .cannotCreate, "The token \"\(name)\" exists already. Revoke it, or choose another name.")
        }
        // A running server accepts the token when it is printed.
        if !isSeenAtOnce { try? await Task.sleep(for: TokenWatch.spreadTime) }
        print(token)
        notices.append("Copy it now, it is shown only once. The scope of \"\(name)\" is \(scope.rawValue).")
        for notice in notices { FileHandle.standardError.write(Data("\(notice)\n".utf8)) }
    }

    /// What a new token changes beyond itself, a sentence each.
    private static func notices(about storage: any Storage) async -> [String] {
        do {
            if try await storage.tokens.tokens() == nil { try await storage.requireStore() }
            return []
        } catch StorageError.noStore, SQLStoreError.noSchema {
            return ["\(storage.name) has no store yet. The server makes one there."]
        } catch StorageError.missing(let file, _) {
            return ["\(file) was missing. The new token replaces all earlier ones."]
        } catch {
            // Creating the token reports it.
            return []
        }
    }

    /// Prints the tokens, one a line.
    static func list(_ configuration: Configuration) async throws(Failure) {
        let tokens = try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting {
                if let tokens = try await storage.tokens.tokens() { return tokens }
                try await storage.requireStore()
                return []
            }
        }
        if tokens.isEmpty { print("There are no tokens.") }
        for token in tokens {
            let time = RFC3339.textInSeconds(token.createdAt.milliseconds)
            let scope = token.scope.padding(toLength: 6, withPad: " ", startingAt: 0)
            print("\(scope) \(time) \(token.name)")
        }
    }

    /// Revokes a token.
    static func revoke(_ name: String, _ configuration: Configuration) async throws(Failure) {
        let wasThere = try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.tokens.removeToken(named: name) }
        }
        guard wasThere else {
            throw Failure(
                .noInput, "There is no token \"\(name)\". List them with checklistd token list.")
        }
        // A running server refuses the token when that is printed.
        try? await Task.sleep(for: TokenWatch.spreadTime)
        print("The token \"\(name)\" is revoked.")
    }
}

extension AccessToken {
    /// Creates a token and stores its digest.
    /// - Returns: The token; `nil` if another one has its name.
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
