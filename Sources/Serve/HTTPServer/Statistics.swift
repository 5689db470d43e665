/// What a server has counted since its start; of several loops, the sum.
public struct Statistics: Hashable, Sendable {
    /// Connections that are open now.
    public var openConnections = 0
    /// Connections that were served, those that are open among them.
    public var accepted = 0
    /// Connections that were turned away because there were too many, or no descriptor was left.
    public var refused = 0
    /// Requests that were complete and went to the responder.
    public var requests = 0
    /// Requests that were refused before they got there, by the status of the answer.
    public var failuresByStatus: [Int: Int] = [:]
    /// Octets read from clients.
    public var bytesIn = 0
    /// Octets written to clients.
    public var bytesOut = 0

    mutating func add(_ counters: LoopCounters) {
        accepted += counters.accepted.count
        refused += counters.refused.count
        requests += counters.requests.count
        failuresByStatus.merge(counters.failuresByStatus, uniquingKeysWith: +)
        bytesIn += counters.bytesIn.count
        bytesOut += counters.bytesOut.count
    }
}
