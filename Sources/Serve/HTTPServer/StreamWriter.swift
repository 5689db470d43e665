import CLinux
import HTTP

/// Writes one stream to a client, each piece before the next is asked for.
///
/// It knows nothing else of the connection: a stream may take for ever, and there may be very many.
struct StreamWriter: Sendable {
    let descriptor: Int32
    let peer: String
    /// The head of the answer, which has not left.
    var outbox: Outbox
    let next: @Sendable () async throws -> [UInt8]?
    /// Whether each piece is a chunk (RFC 9112 §7.1); else the end of the connection is that of the stream.
    let inChunks: Bool
    /// Whether the connection is there for more afterwards.
    let persists: Bool

    /// Writes all of it. Returns false if the client does not take it, or there is no more to be had.
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
    /// Sends what is held, as the client takes it. Returns false if it does not.
    mutating func flush(to descriptor: Int32, _ waits: Waits, on loop: EventLoop) async -> Bool {
        while true {
            switch send(to: descriptor, on: loop) {
            case .all: return true
            case .broken: return false
            case .blocked: guard await Self.waitForRoom(descriptor, waits, on: loop) else { return false }
            }
        }
    }

    /// Waits until there is room to write, as long as the client acknowledges anything of what was written.
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
                guard progress.goesOn(unacknowledged: Int(unacknowledged_bytes(descriptor)), at: now) else {
                    return false
                }
            case .stopping, .cut: return false
            }
        }
    }
}
