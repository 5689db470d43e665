import Checklists
import Synchronization

/// The tickets that this process has accepted, until they expire, so that it accepts none twice.
///
/// Other processes of the store do not know them.
final class SpentTickets: Sendable {
    private let state = Mutex(State())

    private struct State {
        var ends: [[UInt8]: Timestamp] = [:]
        var counts: [Person.ID: Int] = [:]
        var owners: [[UInt8]: Person.ID] = [:]
        /// The time of the last removal of expired tickets.
        var cleaned: Timestamp?

        /// Removes expired tickets, at most once a second.
        mutating func clean(at now: Timestamp) {
            if let cleaned, cleaned <= now, now < cleaned.advanced(byMilliseconds: 1_000) { return }
            cleaned = now
            for (nonce, end) in ends where end <= now {
                ends[nonce] = nil
                guard let owner = owners.removeValue(forKey: nonce), let count = counts[owner] else {
                    continue
                }
                counts[owner] = count > 1 ? count - 1 : nil
            }
        }
    }

    /// The result of an attempt to use a ticket.
    enum Outcome {
        case accepted
        /// The ticket was used before.
        case spent
        /// The owner, or all people together, used too many tickets within their validity.
        case full
    }

    /// Accepts a valid ticket, once.
    /// - Parameter owner: The person whose share of the memory the ticket takes.
    func spend(_ ticket: EventTicket, of owner: Person.ID, at now: Timestamp) -> Outcome {
        state.withLock { state in
            state.clean(at: now)
            if state.ends[ticket.nonce] != nil { return .spent }
            let count = state.counts[owner, default: 0]
            guard count < Limits.ticketsPerPersonMax, state.ends.count < Limits.ticketsMax else {
                return .full
            }
            state.ends[ticket.nonce] = ticket.end
            state.owners[ticket.nonce] = owner
            state.counts[owner] = count + 1
            return .accepted
        }
    }

    /// The number of remembered tickets.
    var count: Int { state.withLock(\.ends.count) }
}

extension Caller {
    /// The person who pays for what the server remembers of the caller.
    var payer: Person.ID {
        switch self {
        case .local: .first
        case .person(let id, by: _, scope: _): id
        case .guest(_, on: _, scope: _, let payer): payer
        }
    }
}
