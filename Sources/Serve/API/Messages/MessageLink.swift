public import Checklists
import Digest

/// What a link in a message does for the person whom it was written to. It does so once, and whoever follows
/// it needs no token.
public enum MessageLink: Hashable, Sendable {
    /// Checks an item that is as it was when it was written.
    case check(Item.ID, Revision)
    /// Puts the reminder of such an item off by so many seconds.
    case snooze(Item.ID, Revision, seconds: Int)
    /// Says that a mail address is theirs, as long as it is as it was when they were asked.
    case confirmEmail(Webhook.ID, Revision)
    /// Has no more mail go to an address, however often it was set since.
    case endEmail(AddressDigest)

    /// What tells a mail address from others: the first 8 octets of the SHA-256 of it in lower case, so that
    /// the address itself does not stand in the link.
    public struct AddressDigest: Hashable, Sendable {
        fileprivate let rawValue: Int64

        fileprivate init(rawValue: Int64) { self.rawValue = rawValue }

        /// That of an address. Its case tells no mailboxes apart (RFC 5321 §2.4).
        init(of address: String) {
            let octets = SHA256.digest(Array(address.lowercased().utf8)).prefix(8)
            rawValue = Int64(bitPattern: octets.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// How long it counts.
    fileprivate var secondsMax: Int {
        switch self {
        case .check, .snooze, .confirmEmail: 7 * 24 * 3600
        // Messages lie in mailboxes for long.
        case .endEmail: 366 * 24 * 3600
        }
    }
}

/// Makes links for messages, and knows them again.
///
/// A link says what it does, for whom and until when, under a key that follows from the secret of the store
/// (RFC 2104): nothing has to be kept, and nobody else can write one. That it counts once follows from the
/// revision in it, which is another one as soon as anything was done with the item.
public struct MessageLinks: Sendable {
    /// The path of what links lead to; what they do stands in the query, which no log has.
    static let path = "/act"
    /// The same, for who exempts it: a link says by itself what it may do, whichever page follows it. The web
    /// app of ntfy does so from its own origin.
    public static let paths: Set<String> = [path]
    static let queryParameter = "link"

    private let key: [UInt8]

    /// The links of a store with that secret.
    public init(_ secret: StoreSecret) {
        key = HMAC.sha256(key: secret.bytes, Array("message links".utf8))
    }

    /// Where a link leads, below where the page is.
    /// - Parameter now: From when on it counts.
    func path(of link: MessageLink, for person: Person.ID, at now: Timestamp) -> String {
        let end = now.milliseconds / 1000 + Int64(link.secondsMax)
        let statement = Statement(link: link, person: person, end: end).text
        return "\(Self.path)?\(Self.queryParameter)=\(statement).\(mark(statement).base64URL)"
    }

    /// What a link does, and for whom.
    /// - Parameter text: What stands in the query.
    /// - Throws: `LinkError`.
    func link(_ text: String, at now: Timestamp) throws(LinkError) -> (MessageLink, for: Person.ID) {
        guard let dot = text.lastIndex(of: "."),
            let mark = [UInt8](base64URL: String(text[dot...].dropFirst())),
            mark.isEqualInConstantTime(to: self.mark(String(text[..<dot]))),
            let statement = Statement(text[..<dot])
        else { throw .unknown }
        guard now.milliseconds / 1000 < statement.end else { throw .expired }
        return (statement.link, for: statement.person)
    }

    /// What only those can write who have the key.
    private func mark(_ statement: String) -> [UInt8] { HMAC.sha256(key: key, Array(statement.utf8)) }
}

/// Why a link does nothing.
enum LinkError: Error, Hashable {
    /// It is none of this service, or was cut short on its way.
    case unknown
    /// It has counted for as long as it was to.
    case expired
}

/// What a link says: a word and numbers, with dots between them.
private struct Statement {
    let link: MessageLink
    let person: Person.ID
    /// In seconds since the Unix epoch.
    let end: Int64

    init(link: MessageLink, person: Person.ID, end: Int64) {
        self.link = link
        self.person = person
        self.end = end
    }

    var text: String {
        let (word, numbers) = link.parts
        return ([word] + ([Int64(person.rawValue), end] + numbers).map(String.init)).joined(separator: ".")
    }

    init?(_ text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        guard numbers.count == parts.count - 1, numbers.count >= 2,
            let link = MessageLink(String(parts[0]), Array(numbers[2...]))
        else { return nil }
        self.init(link: link, person: Person.ID(rawValue: Int(numbers[0])), end: numbers[1])
    }
}

extension MessageLink {
    /// What it says.
    fileprivate var parts: (word: String, numbers: [Int64]) {
        switch self {
        case .check(let id, let asOf): ("check", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue)])
        case .snooze(let id, let asOf, let seconds):
            ("snooze", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue), Int64(seconds)])
        case .confirmEmail(let id, let asOf):
            ("confirm", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue)])
        case .endEmail(let digest): ("end", [digest.rawValue])
        }
    }

    /// The link that says that; `nil` where none does.
    fileprivate init?(_ word: String, _ numbers: [Int64]) {
        func id<ID: Identifier>() -> ID { ID(rawValue: Int(numbers[0])) }
        func revision() -> Revision { Revision(rawValue: UInt64(bitPattern: numbers[1])) }
        switch (word, numbers.count) {
        case ("check", 2): self = .check(id(), revision())
        case ("snooze", 3): self = .snooze(id(), revision(), seconds: Int(numbers[2]))
        case ("confirm", 2): self = .confirmEmail(id(), revision())
        case ("end", 1): self = .endEmail(AddressDigest(rawValue: numbers[0]))
        default: return nil
        }
    }
}
