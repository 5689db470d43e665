/// The schedule of heartbeats: each listener gets one every `Limits.heartbeatSeconds`. The server wakes only
/// in seconds that have listeners.
struct HeartbeatRing {
    private var groups: [Set<Int>] = Array(repeating: [], count: Limits.heartbeatSeconds)
    /// The second of the next heartbeat; `nil` without listeners.
    private(set) var next: Int?

    /// Adds a listener at a second. Its first heartbeat is at most `Limits.heartbeatSeconds` later, and not
    /// before `next`, so that `next` stays. Consecutive numbers are spread over the seconds between.
    /// - Returns: Whether it is the first one.
    mutating func add(_ number: Int, at second: Int) -> Bool {
        let earliest = next ?? second + 1
        let choices = max(1, second + groups.count - earliest + 1)
        groups[(earliest + number % choices) % groups.count].insert(number)
        defer { next = earliest }
        return next == nil
    }

    /// Removes a listener.
    mutating func remove(_ number: Int) {
        for index in groups.indices { groups[index].remove(number) }
        if groups.allSatisfy(\.isEmpty) { next = nil }
    }

    /// The listeners that get a heartbeat up to a second. `next` is then later.
    mutating func due(at second: Int) -> Set<Int> {
        guard let first = next, first <= second else { return [] }
        next = (second + 1...second + groups.count).first { !groups[$0 % groups.count].isEmpty }
        // After a sleep of the machine each listener gets one heartbeat.
        let seconds = first...min(second, first + groups.count - 1)
        return seconds.reduce(into: []) { $0.formUnion(groups[$1 % groups.count]) }
    }
}
