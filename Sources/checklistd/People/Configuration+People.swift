import Checklists
import HTTPServer

extension Identifier {
    /// The number that stands behind a command.
    init(operand: String, of command: String) throws(Failure) {
        guard let number = Int(operand), number > 0 else {
            throw Failure(
                .usage, "checklistd \(command) takes a number, not '\(operand)'; the list has the numbers.")
        }
        self.init(rawValue: number)
    }
}

extension Configuration {
    /// What a device will be allowed that is signed in by a link.
    func deviceScope() throws(Failure) -> Scope {
        guard tokenScope != .feed else {
            throw Failure(.usage, "--scope cannot be 'feed' for a device; use one of read, write, admin.")
        }
        return tokenScope ?? .write
    }

    /// Lends what says who there is.
    func withAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let address = try knownPageAddress()
        return try await withStorage { storage throws(Failure) in
            try await storage.withAdministration(at: address, body)
        }
    }

    func people() async throws(Failure) -> [Person] {
        try await withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.people() }
        }
    }

    /// Where people reach the page, without a slash at its end.
    /// - Throws: where nobody says so, and it cannot be told.
    func pageAddress() throws(Failure) -> String {
        if let address = try knownPageAddress() { return address }
        throw Failure(.usage, "The page has no address that is known here. Name it with --url.")
    }

    /// The same; `nil` where it cannot be told.
    func knownPageAddress() throws(Failure) -> String? {
        let listening = try addresses().lazy.filter { $0.port != 0 }.compactMap(PageLink.address)
        return (url ?? listening.first).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}
