import Checklists
import Foundation

/// The commands that add, list and remove people, and create sign-in links. They work while a server runs.
enum PersonCommands {
    /// Adds a person and prints a sign-in link. Standard output has only the link.
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
                    "Person \(id) was added, but has no link: \(error.message) Make one with checklistd "
                        + "person link \(id).")
            }
        }
        show(link, scope, at: address, for: "\(name) is person \(id).")
    }

    /// Prints the people, one a line.
    static func list(_ configuration: Configuration) async throws(Failure) {
        let people = try await configuration.people()
        let columns = people.last.map { "\($0.id)".count } ?? 1
        for person in people {
            let count = person.devices.count
            let number = "\(person.id)".padding(toLength: columns, withPad: " ", startingAt: 0)
            print("\(number) \(count) \(count == 1 ? "device " : "devices") \(person.name)")
        }
    }

    static func remove(_ id: String, _ configuration: Configuration) async throws(Failure) {
        let id = try Person.ID(operand: id, of: "person remove")
        try await configuration.withAdministration { administration throws(Failure) in
            try await administration.removePerson(id, transferringTo: configuration.newOwner)
        }
        print("Removed person \(id) and signed out their devices.")
    }

    /// Creates a sign-in link for another device of a person and prints it. Standard output has only the
    /// link.
    static func link(_ id: String, _ configuration: Configuration) async throws(Failure) {
        let id = try Person.ID(operand: id, of: "person link")
        let (scope, address) = (try configuration.deviceScope(), try configuration.pageAddress())
        let link = try await configuration.withAdministration { administration throws(Failure) in
            try await administration.addSignInLink(for: id, scope)
        }
        show(link, scope, at: address, for: "The link is for person \(id).")
    }

    private static func show(
        _ link: NewSignInLink, _ scope: Scope, at address: String, for beginning: String
    ) {
        let page = "\(address)/#join=\(link.secret)"
        print(page)
        var notice = """
            \(PageLink.code(page, on: STDERR_FILENO))\
            \(beginning) Copy the link now, it is shown only once. It signs in one device until \
            \(link.expiresAt), with the scope \(scope.rawValue).

            """
        if PageLink.isOfThisMachine(address) {
            notice += """
                Only this machine reaches \(address). For other devices, name the page's address with --url.

                """
        }
        FileHandle.standardError.write(Data(notice.utf8))
    }
}
