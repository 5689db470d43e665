/// What an access token allows (RFC 6750 §3), from the least to the most: each allows what those before it
/// do.
public enum Scope: String, CaseIterable, Comparable, Sendable {
    /// To follow calendars, and nothing else.
    case feed
    /// To look at everything but what only `admin` sees.
    case read
    /// To change it as well.
    case write
    /// To say where messages go, and to replace everything.
    case admin

    public static func < (left: Scope, right: Scope) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .feed: 0
        case .read: 1
        case .write: 2
        case .admin: 3
        }
    }
}
