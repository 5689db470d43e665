import Checklists

/// A list as a calendar.
struct Calendar: Sendable {
    let checklist: Checklist
    /// The name of the list in paths.
    let name: String
    let role: Role
    /// The membership of the caller; `nil` for a guest.
    let member: Member?
}

/// The lists that the caller can see, by their names in paths.
///
/// A client that creates a list by its path chooses the name there. The name holds only for the first owner.
/// Other members address the list by its number, so that their own names cannot collide. Lists from other
/// sources have only a number.
struct Home {
    private let session: Session
    private let now: Timestamp

    init(_ session: Session, at now: Timestamp) {
        self.session = session
        self.now = now
    }

    func calendars() async throws -> [Calendar] {
        let lists = try await lists()
        let firsts = Dictionary(
            lists.filter(isOwn).compactMap { list in list.collection?.name.map { ($0, list.id) } },
            uniquingKeysWith: min)
        return lists.compactMap { list in
            let chosen = isOwn(list) ? list.collection?.name : nil
            return calendar(
                list, chosen.flatMap { firsts[$0] == list.id ? $0 : nil } ?? Self.name(of: list.id))
        }
    }

    /// The list with this name.
    /// - Throws: `notFound`.
    func calendar(called name: String) async throws -> Calendar {
        let list =
            if let id = Self.id(from: name) {
                try await session.checklist(id)
            } else {
                try await lists().filter { isOwn($0) && $0.collection?.name == name }.min { $0.id < $1.id }
            }
        guard let list, let calendar = calendar(list, name) else {
            throw ChecklistsError.notFound(.checklist)
        }
        return calendar
    }

    /// Whether a new list may have this name. Names in the form of a number are reserved.
    static func mayChoose(_ name: String) -> Bool { !name.hasPrefix(prefix) && !name.contains("/") }

    private func lists() async throws -> [Checklist] {
        var lists: [Checklist] = []
        var query = ChecklistQuery()
        query.page.limit = 1_000
        repeat {
            let page = try await session.checklists(query)
            lists += page.elements
            query.page.cursor = page.next
        } while query.page.cursor != nil
        return lists
    }

    private func calendar(_ list: Checklist, _ name: String) -> Calendar? {
        list.role(of: session.principal, at: now).map { role in
            let member = session.principal.personID.flatMap(list.member)
            return Calendar(checklist: list, name: name, role: role, member: member)
        }
    }

    private func isOwn(_ list: Checklist) -> Bool { session.principal.personID == list.payer }

    private static let prefix = "list-"

    private static func name(of id: Checklist.ID) -> String { "\(prefix)\(id)" }

    private static func id(from name: String) -> Checklist.ID? {
        guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), number > 0,
            "\(prefix)\(number)" == name
        else { return nil }
        return Checklist.ID(rawValue: number)
    }
}
