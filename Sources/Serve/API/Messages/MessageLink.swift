public import Checklists
import Digest

/// The action of an action link, for the receiver of the message. Following it needs no token.
public enum MessageLink: Hashable, Sendable {
    /// Checks an item that has not changed since the message.
    case check(Item.ID, Revision)
    /// Snoozes the reminder of such an item by a number of seconds.
    case snooze(Item.ID, Revision, seconds: Int)
    /// Approves a proposal of an assistant.
    case approve(Proposal.ID)
    /// Confirms a mail address that has not changed since the message.
    case confirmEmail(Webhook.ID, Revision)
    /// Stops mail to an address, even if it was set again since.
    case endEmail(AddressDigest)

    /// Identifies a mail address by the first 8 bytes of the SHA-256 of it in lower case, so that the link
    /// does not contain the address.
    public struct AddressDigest: Hashable, Sendable {
        fileprivate let rawValue: Int64

        fileprivate init(rawValue: Int64) { self.rawValue = rawValue }

        /// Computes the digest of an address. Mail ignores its case in practice (RFC 5321 §2.4).
        init(of address: String) {
            let octets = SHA256.digest(Array(address.lowercased().utf8)).prefix(8)
            rawValue = Int64(bitPattern: octets.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// The maximum age of the link, in seconds.
    fileprivate var secondsMax: Int {
        switch self {
        case .check, .snooze, .confirmEmail: 7 * 24 * 3600
        case .approve: Int(Checklists.Limits.proposalMilliseconds / 1000)
        // People keep messages for a long time.
        case .endEmail: 366 * 24 * 3600
        }
    }
}

/// Makes and verifies action links.
///
/// A link contains its action, person and expiry, authenticated with a key that derives from the secret of
/// the store (HMAC, RFC 2104). So the server stores nothing, and only the server can make a link. Most links
/// work once, because they contain a revision, which the action changes.
public struct MessageLinks: Sendable {
    /// The path of action links. The action is in the query, which the server does not log.
    static let path = "/act"
    /// The paths that pages of other origins may use: the link itself is the authorization. The web app of
    /// ntfy sends such requests.
    public static let paths: Set<String> = [path]
    static let queryParameter = "link"

    private let key: [UInt8]

    /// Creates the links of a store with this secret.
    public init(_ secret: StoreSecret) {
        key = HMAC.sha256(key: secret.bytes, Array("message links".utf8))
    }

    /// The path of a link, relative to the page.
    /// - Parameter now: The start of its validity.
    func path(of link: MessageLink, for person: Person.ID, at now: Timestamp) -> String {
        let end = now.milliseconds / 1000 + Int64(link.secondsMax)
        let statement = Statement(link: link, person: person, end: end).text
        return "\(Self.path)?\(Self.queryParameter)=\(statement).\(mark(statement).base64URL)"
    }

    /// Verifies a link and returns its action and person.
    /// - Parameter text: The value of the query parameter.
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

    /// The authentication code, which needs the key.
    private func mark(_ statement: String) -> [UInt8] { HMAC.sha256(key: key, Array(statement.utf8)) }
}

/// The reason why a link does not work.
enum LinkError: Error, Hashable {
    /// The link is not from this store, or was truncated.
    case unknown
    /// The link has expired.
    case expired
}

/// The content of a link: a word and numbers, separated by dots.
private struct Statement {
    let link: MessageLink
    let person: Person.ID
    /// The expiry, in seconds since the Unix epoch.
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
    /// The word and the numbers of the link.
    fileprivate var parts: (word: String, numbers: [Int64]) {
        switch self {
        case .check(let id, let asOf): ("check", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue)])
        case .snooze(let id, let asOf, let seconds):
            ("snooze", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue), Int64(seconds)])
        case .confirmEmail(let id, let asOf):
            ("confirm", [Int64(id.rawValue), Int64(bitPattern: asOf.rawValue)])
        case .approve(let id): ("approve", [Int64(id.rawValue)])
        case .endEmail(let digest): ("end", [digest.rawValue])
        }
    }

    /// The link with this word and these numbers; `nil` if there is none.
    fileprivate init?(_ word: String, _ numbers: [Int64]) {
        func id<ID: Identifier>() -> ID { ID(rawValue: Int(numbers[0])) }
        func revision() -> Revision { Revision(rawValue: UInt64(bitPattern: numbers[1])) }
        switch (word, numbers.count) {
        case ("check", 2): self = .check(id(), revision())
        case ("snooze", 3): self = .snooze(id(), revision(), seconds: Int(numbers[2]))
        case ("confirm", 2): self = .confirmEmail(id(), revision())
        case ("approve", 1): self = .approve(id())
        case ("end", 1): self = .endEmail(AddressDigest(rawValue: numbers[0]))
        default: return nil
        }
    }
}
