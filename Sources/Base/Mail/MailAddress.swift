/// Where mail comes from or goes to: `ada@example.org`, with a name if wanted.
///
/// The address is ASCII without quotes, so that it can stand in a command to a server and in a header as it
/// is. Names of domains that have other letters are written in their ASCII form (`xn--…`).
public struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address itself (`addr-spec`, RFC 5322 §3.4.1).
    public let address: String
    /// The name beside it.
    public let name: String?

    /// An address.
    /// - Throws: `invalidAddress`, `controlCharacter`.
    public init(_ address: String, name: String? = nil) throws(MailError) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]),
            address.utf8.count <= Limits.addressBytesMax
        else { throw .invalidAddress }
        if let name, name.hasControlCharacter { throw .controlCharacter(part: "name of an address") }
        self.address = address
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// An address as people write it: `ada@example.org` or `Ada <ada@example.org>`.
    /// - Throws: `invalidAddress`, `controlCharacter`.
    public init(written text: String) throws(MailError) {
        guard text.hasSuffix(">"), let start = text.lastIndex(of: "<") else {
            self = try MailAddress(text)
            return
        }
        let name = text[..<start].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        self = try MailAddress(String(text[text.index(after: start)...].dropLast()), name: String(name))
    }

    /// The domain that it is of.
    public var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

    /// The address as people write it.
    public var description: String { name.map { "\($0) <\(address)>" } ?? address }

    /// Atoms with single dots between them (`dot-atom`, RFC 5322 §3.2.3), of at most 64 bytes (RFC 5321
    /// §4.5.3.1.1).
    private static func isLocalPart(_ text: Substring) -> Bool {
        text.utf8.count <= Limits.localPartBytesMax
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { $0.isLetterOrDigit || atomMarks.contains($0) }
            }
    }

    /// Labels of letters, digits and hyphens (RFC 1123 §2.1).
    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...Limits.labelBytesMax).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    private static let atomMarks = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}

extension UInt8 {
    /// Whether it is one of ASCII.
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension String {
    /// Whether there is a line end or something else in it that is not to be shown (Unicode's `Cc`).
    var hasControlCharacter: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
