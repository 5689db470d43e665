import Checklists
import HTTP

/// Limits the number of open event streams, so that no client takes all connections.
///
/// The limit applies to a person, a share link, and the guests on all lists of one owner. It does not apply
/// to an address: many people can share one.
struct StreamBounds {
    /// A party that shares one limit.
    enum Party: Hashable {
        case person(Person.ID)
        case link(ListLink.ID)
        case guests(of: Person.ID)
    }

    private let streamsMax: Int
    private var counts: [Party: Int] = [:]

    /// - Parameter streamsMax: The maximum number of open streams of each party.
    init(streamsMax: Int) { self.streamsMax = streamsMax }

    /// The parties of a stream; none for the local machine.
    static func parties(of caller: Caller) -> [Party] {
        switch caller {
        case .local: []
        case .person(let id, by: _, scope: _): [.person(id)]
        case .guest(let id, on: _, scope: _, let payer): [.link(id), .guests(of: payer)]
        }
    }

    /// Adds a stream of all these parties.
    /// - Throws: `Problem` 429 if one of them is at the limit. Then none is counted.
    mutating func enter(_ parties: [Party]) throws(Problem) {
        if let full = parties.first(where: { counts[$0, default: 0] >= streamsMax }) {
            var problem = Problem(
                .streamsFull,
                "\(full.phrase) has \(streamsMax) event streams open, which is the limit. Close one.")
            problem.fields[.retryAfter] = String(Limits.streamRetrySeconds)
            throw problem
        }
        for party in parties { counts[party, default: 0] += 1 }
    }

    /// Removes a stream of all these parties.
    mutating func leave(_ parties: [Party]) {
        for party in parties {
            guard let count = counts[party] else { continue }
            counts[party] = count > 1 ? count - 1 : nil
        }
    }
}

extension StreamBounds.Party {
    /// The party as the subject of a sentence.
    fileprivate var phrase: String {
        switch self {
        case .person: "This person"
        case .link: "This share link"
        case .guests: "The owner of this list"
        }
    }
}
