/// The scope of an access token (RFC 6750 §3), in ascending order. Each scope includes those before it.
public enum Scope: String, CaseIterable, Comparable, Sendable {
    /// Read calendar feeds only.
    case feed
    /// Read everything except what needs `admin`.
    case read
    /// Read, add, and change what belongs to lists. A person approves deletions and large changes.
    case assist
    /// Read and change.
    case write
    /// Manage webhooks and replace all data.
    case admin

    public static func < (left: Scope, right: Scope) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .feed: 0
        case .read: 1
        case .assist: 2
        case .write: 3
        case .admin: 4
        }
    }
}
