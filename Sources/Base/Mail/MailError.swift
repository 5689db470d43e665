/// Why something cannot stand in a message. It describes itself as a sentence.
public enum MailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no address like `ada@example.org`.
    case invalidAddress
    /// A part of the message that is one line has a line end or another control character in it.
    case controlCharacter(part: String)
    /// The name of the message has a character that names cannot have, or none at all.
    case invalidID
    /// What takes the receiver off is no address of a web page.
    case invalidUnsubscription

    /// What went wrong, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .invalidAddress: "an address of mail is like ada@example.org, in ASCII and without quotes"
        case .controlCharacter(let part): "the \(part) has a control character in it"
        case .invalidID: "the name of a message has letters, digits and -._ alone"
        case .invalidUnsubscription: "what takes the receiver off begins with https:// or http://"
        }
    }
}
