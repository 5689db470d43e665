import Checklists

/// A sync token (RFC 6578 §3.8): a position in the change feed of the store.
struct SyncToken {
    let position: FeedPosition
    let epoch: Epoch

    private static let scheme = "data:,"

    init(_ position: FeedPosition, _ epoch: Epoch) {
        self.position = position
        self.epoch = epoch
    }

    /// The token as a URI.
    var text: String {
        let kind = position.kind == .max ? "all" : String(position.kind)
        let parts = [
            epoch.description, "\(position.revision.rawValue)", kind, "\(position.number)",
            "\(position.start.rawValue)",
        ]
        return Self.scheme + parts.joined(separator: "/")
    }

    /// Parses a token; `nil` if it is malformed or belongs to another epoch.
    init?(_ text: String, in epoch: Epoch) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/")
        guard parts.count == 5, parts[0] == epoch.description, let revision = UInt64(parts[1]),
            let kind = parts[2] == "all" ? .max : Int(parts[2]), let number = Int(parts[3]),
            let start = UInt64(parts[4]), 0... ~= kind, 0... ~= number
        else { return nil }
        self.epoch = epoch
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
            tokens.append(SyncToken(FeedPosition(after: revision ?? .zero), store.epoch))
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
