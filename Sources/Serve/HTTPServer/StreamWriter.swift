import CLinux
import HTTP

/// Writes one stream to a client, and sends each piece before it requests the next.
///
/// It holds nothing else of the connection, because streams can be long-lived and numerous.
struct StreamWriter: Sendable {
    let descriptor: Int32
    let peer: String
    /// The head of the response, which is not sent yet.
    var outbox: Outbox
    let next: @Sendable () async throws -> [UInt8]?
    /// Whether pieces are sent as chunks (RFC 9112 §7.1); otherwise the end of the connection ends the
    /// stream.
    let inChunks: Bool
    /// Whether the connection stays open after the stream.
    let persists: Bool

    /// Writes the whole stream. Returns `false` if the client stalls or disconnects, or the stream fails.
    mutating func run(waits: Waits, on loop: EventLoop) async -> Bool {
        do {
            while let piece = try await next() {
                loop.buffers.lend(&outbox.output)
                if inChunks {
                    ResponseSerializer.appendChunk(piece, to: &outbox.output)
                } else {
                    outbox.output += piece
                }
                guard await outbox.flush(to: descriptor, waits, on: loop) else { return false }
            }
        } catch {
            return false
        }
        if inChunks {
            loop.buffers.lend(&outbox.output)
            ResponseSerializer.appendLastChunk(to: &outbox.output)
        }
        return true
    }
}

extension Outbox {
    /// Sends what is held, at the client's pace. Returns `false` if the client stalls or disconnects.
    mutating func flush(to descriptor: Int32, _ waits: Waits, on loop: EventLoop) async -> Bool {
        while true {
            switch send(to: descriptor, on: loop) {
            case .all: return true
            case .broken: return false
            case .blocked: guard await Self.waitForRoom(descriptor, waits, on: loop) else { return false }
            }
        }
    }

    /// Waits for room in the send buffer, as long as the client keeps acknowledging data.
    private static func waitForRoom(
        _ descriptor: Int32, _ waits: Waits, on loop: EventLoop
    ) async -> Bool {
        let now = loop.clock.monotonicNanoseconds()
        var progress = WriteProgress(unacknowledged: Int(unacknowledged_bytes(descriptor)), at: now, waits)
        while true {
            switch await loop.wait(for: .writing, on: descriptor, until: progress.nextLook) {
            case .ready: return true
            case .timedOut:
                let now = loop.clock.monotonicNanoseconds()
                let unacknowledged = Int(unacknowledged_bytes(descriptor))
                guard progress.continues(unacknowledged: unacknowledged, at: now) else {
                    return false
                }
            case .stopping, .cut: return false
            }
        }
    }
}
