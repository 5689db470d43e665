/// A mail address such as `ada@example.org`, with an optional display name.
///
/// The address is unquoted ASCII, so that it needs no escaping in SMTP commands and headers. Domains with
/// other letters use their ASCII form (`xn--…`).
public struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address without the name (`addr-spec`, RFC 5322 §3.4.1).
    public let address: String
    /// The display name.
    public let name: String?

    /// Creates an address.
    /// - Throws: `invalidAddress`, `controlCharacter`.
    public init(_ address: String, name: String? = nil) throws(MailError) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]),
            address.utf8.count <= Limits.addressBytesMax
        else { throw .invalidAddress }
        if let name, name.hasControlCharacter { throw .controlCharacter(part: "display name") }
        self.address = address
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Parses `ada@example.org` or `Ada <ada@example.org>`.
    /// - Throws: `invalidAddress`, `controlCharacter`.
    public init(written text: String) throws(MailError) {
        guard text.hasSuffix(">"), let start = text.lastIndex(of: "<") else {
            self = try MailAddress(text)
            return
        }
        let name = text[..<start].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        self = try MailAddress(String(text[text.index(after: start)...].dropLast()), name: String(name))
    }

    /// The domain of the address.
    public var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

    /// The address as `init(written:)` reads it.
    public var description: String { name.map { "\($0) <\(address)>" } ?? address }

    /// Whether a text is a `dot-atom` (RFC 5322 §3.2.3) of at most 64 bytes (RFC 5321 §4.5.3.1.1).
    private static func isLocalPart(_ text: Substring) -> Bool {
        text.utf8.count <= Limits.localPartBytesMax
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.utf8.allSatisfy { $0.isLetterOrDigit || atomMarks.contains($0) }
            }
    }

    /// Whether a text is a domain of letters, digits and hyphens (RFC 1123 §2.1).
    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...Limits.labelBytesMax).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    private static let atomMarks = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
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
    /// Whether the string has a control character (Unicode category `Cc`), such as a line end.
    var hasControlCharacter: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
