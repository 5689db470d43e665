import Synchronization

/// Answers that were given and hold as long as nothing changes, by the target that they were asked for with.
///
/// There is a fixed number of places for them; of targets that come to the same place the last one has it.
final class KeptAnswers: Sendable {
    private let places = Mutex<[Place?]>(Array(repeating: nil, count: placesCount))

    private struct Place {
        var target: RequestTarget
        var answer: Response
    }

    private static let placesCount = 256
    /// How long the content of an answer is at most, and a target, so that all of them take little memory.
    private static let contentBytesMax = 64 * 1024
    private static let targetBytesMax = 256

    /// The answer to a request with nothing but a target, if there is one that still holds.
    func answer(to target: RequestTarget) -> Response? {
        let index = Self.index(of: target)
        guard let place = places.withLock({ $0[index] }), place.target == target,
            place.answer.isCurrent?() == true
        else { return nil }
        return place.answer
    }

    /// Keeps an answer, if it says how long it holds and is not too large.
    func keep(_ answer: Response, to target: RequestTarget) {
        guard answer.isCurrent != nil, case .bytes(let content) = answer.body,
            content.count <= Self.contentBytesMax, target.octets.count <= Self.targetBytesMax
        else { return }
        let index = Self.index(of: target)
        let place = Place(target: target.withoutHead, answer: answer)
        places.withLock { $0[index] = place }
    }

    /// FNV-1a, as good as any for a few dozen octets.
    private static func index(of target: RequestTarget) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        for octet in target.octets { hash = (hash ^ UInt32(octet)) &* 0x0100_0193 }
        return Int(hash >> 8 ^ hash) & (placesCount - 1)
    }
}
