import API
import Checklists
import Foundation
import HTTP
import Storage

/// The commands that make, list and revoke access tokens, also while a service runs over the same folder.
enum TokenCommands {
    /// Makes a token and prints it: it alone goes to standard output, and nobody can read it anywhere later.
    static func create(_ configuration: Configuration) throws(Failure) {
        guard let name = configuration.tokenName, let scope = configuration.tokenScope else {
            throw Failure(.usage, "checklistd token create needs both --name and --scope. See --help.")
        }
        print(try AccessToken.make(name: name, scope: scope, in: DataFolder(at: configuration.data)))
        let notice = "Keep it well: it is shown this once. The token \"\(name)\" allows \(scope.rawValue).\n"
        FileHandle.standardError.write(Data(notice.utf8))
    }

    /// Prints what tokens there are, one a line.
    static func list(_ configuration: Configuration) throws(Failure) {
        let tokens = try reportingErrors { try DataFolder(at: configuration.data).tokens() ?? [] }
        if tokens.isEmpty { print("There are no tokens.") }
        for token in tokens {
            let time = Date(timeIntervalSince1970: Double(token.createdAt.milliseconds) / 1000)
            let scope = token.scope.padding(toLength: 6, withPad: " ", startingAt: 0)
            print("\(scope) \(time.formatted(.iso8601)) \(token.name)")
        }
    }

    /// Takes a token out of force.
    static func revoke(_ name: String, _ configuration: Configuration) throws(Failure) {
        try reportingErrors {
            try DataFolder(at: configuration.data).changeTokens { tokens in
                guard let index = tokens?.firstIndex(where: { $0.name == name }) else {
                    throw Failure(
                        .noInput, "There is no token \"\(name)\"; checklistd token list has those there are.")
                }
                tokens?.remove(at: index)
            }
        }
        print("The token \"\(name)\" is out of force.")
    }

    /// Runs what may fail in the store, and says so as commands do.
    static func reportingErrors<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as FileError {
            throw Failure(.system(error))
        } catch {
            throw Failure(.software, "\(error)")
        }
    }
}

extension AccessToken {
    /// Makes a token and keeps what it can be recognized by.
    /// - Returns: The token itself.
    static func make(name: String, scope: Scope, in folder: DataFolder) throws(Failure) -> String {
        var random = SystemRandomNumberGenerator()
        let text = text((0..<randomBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        let token = StoredToken(
            name: name, scope: scope.rawValue, digest: digest(of: text), createdAt: Timestamp(Date()))
        try TokenCommands.reportingErrors {
            try folder.changeTokens { tokens in
                guard tokens?.contains(where: { $0.name == name }) != true else {
                    throw Failure(
                        .cannotCreate,
                        "There is a token \"\(name)\" already; revoke it, or take another name.")
                }
                tokens = (tokens ?? []) + [token]
            }
        }
        return text
    }
}
