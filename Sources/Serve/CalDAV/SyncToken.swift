import Checklists

/// A sync token (RFC 6578 §3.8): a list, and a position in the change feed of the store.
struct SyncToken {
    let position: FeedPosition
    let epoch: Epoch
    let list: Checklist.ID

    private static let scheme = "data:,"

    init(_ position: FeedPosition, _ epoch: Epoch, of list: Checklist.ID) {
        (self.position, self.epoch, self.list) = (position, epoch, list)
    }

    /// The token as a URI.
    var text: String {
        let kind = position.kind == .max ? "all" : String(position.kind)
        let parts = [
            epoch.description, "\(list)", "\(position.revision.rawValue)", kind, "\(position.number)",
            "\(position.start.rawValue)",
        ]
        return Self.scheme + parts.joined(separator: "/")
    }

    /// Parses a token; `nil` if it is malformed or belongs to another list or epoch. A deleted list can have
    /// had the path of another one.
    init?(_ text: String, in epoch: Epoch, of list: Checklist.ID) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/")
        guard parts.count == 6, parts[0] == epoch.description, parts[1] == "\(list)",
            let revision = UInt64(parts[2]), let kind = parts[3] == "all" ? .max : Int(parts[3]),
            let number = Int(parts[4]), let start = UInt64(parts[5]), 0... ~= kind, 0... ~= number
        else { return nil }
        (self.epoch, self.list) = (epoch, list)
        position = FeedPosition(
            revision: Revision(rawValue: revision), kind: kind, number: number,
            start: Revision(rawValue: start))
    }

    /// The tokens of clients that know the current state of these lists. The position is after the last
    /// change of each list if the store knows it, else after the last change of the store.
    static func current(of lists: [Checklist.ID], for session: Session) async throws -> [SyncToken] {
        let store = session.store
        var newest: Revision?
        var tokens: [SyncToken] = []
        for list in lists {
            var revision = store.currentRevision(of: .items(of: list))
            if revision == nil {
                newest = if let newest { newest } else { try await session.newestRevision }
                revision = newest
            }
            tokens.append(SyncToken(FeedPosition(after: revision ?? .zero), store.epoch, of: list))
        }
        return tokens
    }
}

extension Session {
    /// The revision of the last change in the store.
    fileprivate var newestRevision: Revision {
        get async throws { try await changes(after: nil, limit: 1).next.start }
    }
}
