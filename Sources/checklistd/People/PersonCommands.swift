import Checklists
import Foundation

/// The commands that add, list and remove people, and make the links that they sign in by, also while a
/// service runs.
enum PersonCommands {
    /// Adds a person and prints a link for the first device: it alone goes to standard output.
    static func add(_ name: String, _ configuration: Configuration) async throws(Failure) {
        let (scope, address) = (try configuration.deviceScope(), try configuration.pageAddress())
        let (id, link) = try await configuration.withAdministration {
            administration throws(Failure) -> (Person.ID, NewSignInLink) in
            let id = try await administration.addPerson(named: name)
            do throws(Failure) {
                return (id, try await administration.addSignInLink(for: id, scope))
            } catch {
                throw Failure(
                    error.status,
                    "Person \(id) is added, without a link: \(error.message) checklistd person link \(id) "
                        + "makes one.")
            }
        }
        show(link, scope, at: address, for: "\(name) is person \(id).")
    }

    /// Prints what people there are, one a line.
    static func list(_ configuration: Configuration) async throws(Failure) {
        let people = try await configuration.people()
        let columns = people.last.map { "\($0.id)".count } ?? 1
        for person in people {
            let count = person.devices.count
            let number = "\(person.id)".padding(toLength: columns, withPad: " ", startingAt: 0)
            print("\(number) \(count) \(count == 1 ? "device " : "devices") \(person.name)")
        }
    }

    /// Removes a person.
    static func remove(_ id: String, _ configuration: Configuration) async throws(Failure) {
        let id = try Person.ID(operand: id, of: "person remove")
        try await configuration.withAdministration { administration throws(Failure) in
            try await administration.removePerson(id, transferringTo: configuration.heir)
        }
        print("Person \(id) is removed, and their devices are signed out.")
    }

    /// Makes a link for one more device of a person and prints it: it alone goes to standard output.
    static func link(_ id: String, _ configuration: Configuration) async throws(Failure) {
        let id = try Person.ID(operand: id, of: "person link")
        let (scope, address) = (try configuration.deviceScope(), try configuration.pageAddress())
        let link = try await configuration.withAdministration { administration throws(Failure) in
            try await administration.addSignInLink(for: id, scope)
        }
        show(link, scope, at: address, for: "It is for person \(id).")
    }

    private static func show(
        _ link: NewSignInLink, _ scope: Scope, at address: String, for beginning: String
    ) {
        let page = "\(address)/#join=\(link.secret)"
        print(page)
        var notice = """
            \(PageLink.code(page, on: STDERR_FILENO))\
            \(beginning) The link is shown this once, and signs in one device until \(link.expiresAt). That \
            device is allowed \(scope.rawValue).

            """
        if PageLink.isOfThisMachine(address) {
            notice += """
                Only this machine reaches \(address); name with --url where another one reaches the page.

                """
        }
        FileHandle.standardError.write(Data(notice.utf8))
    }
}
