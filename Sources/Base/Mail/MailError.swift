/// Why a message is invalid. An error describes itself as a sentence.
public enum MailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no address such as `ada@example.org`.
    case invalidAddress
    /// A part that must be one line has a line end or another control character.
    case controlCharacter(part: String)
    /// The message ID is empty, is too long or has an invalid character.
    case invalidID
    /// The unsubscribe URL is no address of a web page.
    case invalidUnsubscription

    /// A sentence without its full stop.
    public var description: String {
        switch self {
        case .invalidAddress: "an address of mail is like ada@example.org, in ASCII and without quotes"
        case .controlCharacter(let part): "the \(part) has a control character in it"
        case .invalidID: "the name of a message has letters, digits and -._ alone"
        case .invalidUnsubscription: "what takes the receiver off begins with https:// or http://"
        }
    }
}
