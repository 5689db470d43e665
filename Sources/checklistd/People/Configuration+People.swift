import Checklists
import HTTPServer

extension Identifier {
    /// The id behind a command.
    init(operand: String, of command: String) throws(Failure) {
        guard let number = Int(operand), number > 0 else {
            throw Failure(
                .usage, "checklistd \(command) takes an id, not '\(operand)'; use a number from the list.")
        }
        self.init(rawValue: number)
    }
}

extension Configuration {
    /// The scope of a device that signs in with a link.
    func deviceScope() throws(Failure) -> Scope {
        guard tokenScope != .feed else {
            throw Failure(
                .usage, "--scope cannot be 'feed' for a device; use one of read, assist, write, admin.")
        }
        return tokenScope ?? .write
    }

    /// Runs `body` with the administration of the configured storage.
    func withAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withStorage { storage throws(Failure) in try await storage.withAdministration(body) }
    }

    func people() async throws(Failure) -> [Person] {
        try await withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.people() }
        }
    }

    /// The address of the page, without a trailing slash.
    /// - Throws: `Failure` if neither `--url` nor `--listen` gives an address.
    func pageAddress() throws(Failure) -> String {
        if let address = try knownPageAddress() { return address }
        throw Failure(.usage, "The address of the page is unknown. Name it with --url.")
    }

    /// The address of the page; `nil` if neither `--url` nor `--listen` gives one.
    func knownPageAddress() throws(Failure) -> String? {
        let listening = try addresses().lazy.filter { $0.port != 0 }.compactMap(PageLink.address)
        return (url ?? listening.first).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}
