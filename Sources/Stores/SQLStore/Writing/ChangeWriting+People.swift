import Checklists
import SQL

// People, members of lists, tokens and links.

extension ChangeWriting {
    /// Writes changed people, and the changed members and secrets of lists and people.
    mutating func write(_ people: Net<Person>, _ checklists: Net<Checklist>) {
        delete(people.deleted, from: "people")
        deletePreferences(of: people.deleted)
        for person in people.inserted + people.updated.map(\.after) { put(person, tables.people) }
        let shared = checklists.all.filter { $0.before?.members != $0.after?.members }
        replaceMembers(shared)
        // The caller of a guest's token includes the payer of the list.
        let linked = checklists.all.filter { before, after in
            before?.links ?? [] != after?.links ?? [] || before?.uid != after?.uid
                || after.map { !$0.links.isEmpty && $0.payer != before?.payer } ?? false
        }
        let old =
            people.all.flatMap { $0.before.map(Secret.all) ?? [] }
            + linked.flatMap { $0.before.map(Secret.all) ?? [] }
        let new =
            people.all.flatMap { $0.after.map(Secret.all) ?? [] }
            + linked.flatMap { $0.after.map(Secret.all) ?? [] }
        if old.isEmpty, new.isEmpty, people.all.isEmpty { return }
        replace(old, with: new)
        // Other processes read tokens again, not the UUIDs of lists.
        if people.all.isEmpty, !(old + new).contains(where: \.isToken) { return }
        add("UPDATE owners SET people_revision = people_revision + 1 WHERE owner_id = $1", [])
    }

    private mutating func deletePreferences(of people: [Person.ID]) {
        if people.isEmpty { return }
        let sql = "DELETE FROM preferences WHERE owner_id = $1 AND \(dialect.isIn("person_id", "$2"))"
        add(sql, [.ids(people)])
    }

    /// Replaces the members of lists. Lists that only person 1 owns have no rows.
    private mutating func replaceMembers(_ lists: [(before: Checklist?, after: Checklist?)]) {
        if lists.isEmpty { return }
        let old = lists.compactMap(\.before).filter { $0.hasStoredMembers }.map(\.id)
        let sql = """
            DELETE FROM members WHERE owner_id = $1 AND \(dialect.isIn("checklist_id", "$2")) \
            AND \(dialect.isIn("person_id", "$3"))
            """
        let people = lists.compactMap(\.before).flatMap { $0.members.map(\.personID) }
        if !old.isEmpty { add(sql, [.ids(old), .ids(Array(Set(people)))]) }
        let new = lists.compactMap(\.after).filter { $0.hasStoredMembers }.flatMap { list in
            list.members.map { (list.id, $0.personID, $0.joinedIn) }
        }
        let insertion = """
            INSERT INTO members (owner_id, checklist_id, person_id, joined_in) \
            SELECT $1, * FROM \(dialect.rows(["$2", "$3", "$4"]))
            """
        add(insertion, new) { [.ids($0.map(\.0)), .ids($0.map(\.1)), .revisions($0.map(\.2))] }
    }

    private mutating func replace(_ old: [Secret], with new: [Secret]) {
        // A process of version 14 leaves the UUIDs of lists that it deletes.
        let outdated = old + new.filter { !$0.isToken }
        if !outdated.isEmpty {
            add(
                "DELETE FROM secrets WHERE owner_id = $1 AND \(dialect.isIn("sha256", "$2"))",
                [.byteStrings(outdated.map(\.digest))])
        }
        let sql = """
            INSERT INTO secrets (owner_id, sha256, is_token, person_id, device_id, checklist_id, link_id, \
            scope, expires_at, last_used_at, is_account) \
            SELECT $1, * FROM \(dialect.rows((2...11).map { "$\($0)" }))
            """
        add(sql, new) { secrets in
            [
                .byteStrings(secrets.map(\.digest)), .bools(secrets.map(\.isToken)),
                .ints(secrets.map { $0.person?.rawValue }), .ints(secrets.map { $0.device?.rawValue }),
                .ints(secrets.map { $0.checklist?.rawValue }), .ints(secrets.map { $0.link?.rawValue }),
                .texts(secrets.map(\.scope.rawValue)), .timestamps(secrets.map(\.expiresAt)),
                .timestamps(secrets.map(\.lastUsedAt)), .bools(secrets.map(\.isAccount)),
            ]
        }
    }
}

/// A row of `secrets`: an access token, the secret of a link, or an account at a provider.
struct Secret {
    var digest: [UInt8]
    var isToken: Bool
    var person: Person.ID?
    var device: Device.ID?
    var checklist: Checklist.ID?
    var link: ListLink.ID?
    var scope: Scope
    var expiresAt: Timestamp?
    var lastUsedAt: Timestamp?
    var isAccount = false

    private init(token digest: [UInt8], of holder: TokenCaller) {
        self.init(digest: digest, isToken: true, scope: holder.caller.scope)
        expiresAt = holder.expiresAt
        lastUsedAt = holder.lastUsedAt
        switch holder.caller.principal {
        case .person(let id, device: let device): (person, self.device) = (id, device)
        case .guest(let id, on: let list): (link, checklist) = (id, list)
        }
    }

    private init(digest: [UInt8], isToken: Bool, scope: Scope) {
        self.digest = digest
        self.isToken = isToken
        self.scope = scope
    }

    /// An account has a row that is no token: processes before version 12 read each token as one of a device
    /// or a share link.
    private init(account key: [UInt8], of holder: TokenCaller) {
        self.init(token: key, of: holder)
        (isToken, isAccount) = (false, true)
    }

    /// The secrets of a person.
    static func all(of person: Person) -> [Secret] {
        person.tokens.map { Secret(token: $0.digest, of: $0.holder) }
            + person.accounts.map { Secret(account: $0.digest, of: $0.holder) }
            + person.signInLinks.map { link in
                var secret = Secret(digest: link.secretDigest, isToken: false, scope: link.scope)
                secret.person = person.id
                return secret
            }
    }

    /// The secrets of a list.
    static func all(of checklist: Checklist) -> [Secret] {
        checklist.tokens.map { Secret(token: $0.digest, of: $0.holder) }
            + checklist.secretKeys.map { key in
                var secret = Secret(digest: key, isToken: false, scope: .read)
                secret.checklist = checklist.id
                return secret
            }
    }

    /// The select list for `token(from:)`.
    static func tokenColumns(_ dialect: any Dialect) -> String {
        """
        sha256, person_id, device_id, checklist_id, link_id, scope, expires_at, last_used_at, \
        (SELECT person_id FROM checklists CROSS JOIN LATERAL (\(UsageSQL(dialect).payer)) AS payer \
        WHERE checklists.owner_id = secrets.owner_id AND checklists.id = secrets.checklist_id)
        """
    }

    /// Reads a token or an account with its caller.
    static func token(from columns: inout Columns) throws -> (digest: [UInt8], holder: TokenCaller) {
        let digest = try columns.bytes()
        let person = try columns.intIfPresent().map(Person.ID.init)
        let device = try columns.intIfPresent().map(Device.ID.init)
        let checklist = try columns.intIfPresent().map(Checklist.ID.init)
        let link = try columns.intIfPresent().map(ListLink.ID.init)
        guard let scope = Scope(rawValue: try columns.text()) else {
            throw MalformedResult("a token has an unknown scope")
        }
        let expiresAt = try columns.timestampIfPresent()
        let lastUsedAt = try columns.timestampIfPresent()
        let payer = try columns.intIfPresent().map(Person.ID.init)
        let caller: Caller
        if let person, let device {
            caller = .person(person, by: .device(device), scope: scope)
        } else if let person {
            caller = .person(person, by: .identity, scope: scope)
        } else if let checklist, let link {
            // A list without an owner counts for person 1, as in `Checklist.payer`.
            caller = .guest(link, on: checklist, scope: scope, payer: payer ?? .first)
        } else {
            throw MalformedResult("a token belongs to no person and no share link")
        }
        return (digest, TokenCaller(caller, expiresAt: expiresAt, lastUsedAt: lastUsedAt))
    }

    /// Reads the owner of a link's secret.
    static func holder(from columns: inout Columns) throws -> SecretOwner? {
        if let person = try columns.intIfPresent() { return .person(Person.ID(rawValue: person)) }
        return try columns.intIfPresent().map { .checklist(Checklist.ID(rawValue: $0)) }
    }
}
