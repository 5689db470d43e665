import Glibc
import HTTP

/// One client's connection: reads requests, has them answered one after the other, and writes the answers.
///
/// Its task is its only user and runs on its loop. It reads only when it has nothing to write.
final class Connection {
    private let loop: EventLoop
    private let service: Service
    private let descriptor: Int32
    private let peer: String
    private var parser: RequestParser
    /// Answers that have not left; borrowed from the loop as long as there are any.
    private var output: [UInt8] = []
    /// Whether the last read filled the buffer, so that the kernel may have more without saying so again.
    private var mayHaveMore = false

    private enum Incoming {
        case request(Request)
        case failure(ParseError)
        /// There will be none.
        case none
    }

    private enum Arrival {
        case octets(Int)
        /// The client sends no more.
        case end
        case late
        /// The connection broke, or the server stops.
        case none
    }

    /// How a connection ends.
    private enum Ending {
        /// Nothing is left to say.
        case quiet
        /// The client is to get the last answer whole.
        case orderly
        /// The client must see that an answer is cut short, or takes none.
        case abrupt
    }

    /// - Parameter peer: The other end's address, for `Request.peer`.
    init(_ descriptor: Int32, from peer: String, on loop: EventLoop, of service: Service) {
        self.descriptor = descriptor
        self.peer = peer
        self.loop = loop
        self.service = service
        parser = RequestParser(limits: service.messageLimits)
    }

    /// Serves the client until one of both has had enough, and closes.
    func serve() async {
        var ending: Ending?
        while ending == nil { ending = await serveNext() }
        await close(ending ?? .quiet)
    }

    /// Answers 503, whatever the client asks, and closes.
    func refuse() async {
        var problem = Problem(.serviceUnavailable, "There are too many connections; try again soon.")
        problem.fields[.retryAfter] = String(service.limits.retryAfterSeconds)
        let ending = await write(problem.response, ResponseSerializer(method: nil, persists: false))
        await close(ending ?? .quiet)
    }

    /// Answers one request. Returns how the connection is to end, if it is.
    private func serveNext() async -> Ending? {
        switch await nextRequest() {
        case .request(let request):
            loop.counters.requests.add(1)
            let response = await service.responder.respond(to: request)
            let persists = parser.persists && !loop.isStopping
            let (method, version) = (request.head.method, request.head.version)
            return await write(
                response, ResponseSerializer(method: method, version: version, persists: persists)
            )
        case .failure(let error):
            loop.counters.countFailure(error.status.code)
            let persists = !error.closes && !loop.isStopping
            return await write(error.response, ResponseSerializer(method: error.method, persists: persists))
        case .none:
            return .quiet
        }
    }

    private func close(_ ending: Ending) async {
        switch ending {
        case .quiet: break
        case .orderly: if await flush() { await linger() }
        case .abrupt:
            // Closing sends a reset then, and leaves nothing with the kernel.
            var now = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        loop.buffers.giveBack(&output)
        loop.close(descriptor)
    }

    /// Gives the client time to take the last answer in and to close. Closing while something is unread would
    /// send a reset, at which the client's system may drop an answer that is not read yet (RFC 9112 §9.6).
    private func linger() async {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = loop.clock.nanoseconds(inSeconds: service.limits.lingerSecondsMax)
        var bytesLeft = service.limits.lingerBytesMax
        while bytesLeft > 0, await loop.wait(for: .reading, on: descriptor, until: deadline) == .ready {
            let count = read(descriptor, loop.buffers.input.baseAddress, loop.buffers.input.count)
            guard count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR) else { return }
            bytesLeft -= max(0, count)
        }
    }

    // MARK: Reading

    /// The next request as soon as all of it is there. Answers that are held leave before it has to be waited
    /// for.
    private func nextRequest() async -> Incoming {
        var phase: RequestPhase?
        var head: RequestHead?
        var hasContinued = false
        var bytes = 0
        while true {
            do throws(ParseError) {
                while let event = try parser.next() {
                    switch event {
                    case .head(let next, _):
                        head = next
                        parser.bodyBytesMax = service.responder.bodyBytesMax(for: next)
                    case .complete(let body):
                        guard let head else {
                            preconditionFailure("a request is complete before its head is")
                        }
                        return .request(Request(head: head, body: body, peer: peer))
                    }
                }
            } catch {
                return .failure(error)
            }
            if parser.awaitsContinue, !hasContinued {
                borrowOutput()
                output += ResponseSerializer.continuation
                hasContinued = true
            }
            guard await flush() else { return .none }
            let now = RequestPhase(parser.phase, after: phase, bytes: bytes, clock: loop.clock)
            phase = now
            switch await receive(now) {
            case .octets(let count): bytes = count
            case .late: return now.isIdle ? .none : .failure(.timeout)
            case .none: return .none
            case .end:
                do throws(ParseError) {
                    try parser.finish()
                    return .none
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Waits for more of a request and hands it to the parser.
    private func receive(_ phase: RequestPhase) async -> Arrival {
        while true {
            var isLastTry = false
            if mayHaveMore {
                await loop.yield()
            } else {
                let deadline = phase.deadline(service.limits)
                switch await loop.wait(for: .reading, on: descriptor, until: deadline, isIdle: phase.isIdle) {
                case .ready: break
                case .timedOut: return .late
                // A request that came before the server stopped is answered.
                case .stopping: isLastTry = true
                case .cut: return .none
                }
            }
            let input = loop.buffers.input
            let count = read(descriptor, input.baseAddress, input.count)
            mayHaveMore = count == input.count
            if count > 0 {
                loop.counters.bytesIn.add(count)
                parser.feed(UnsafeRawBufferPointer(rebasing: input[..<count]))
                return .octets(count)
            }
            if count == 0 { return .end }
            guard errno == EINTR || errno == EAGAIN && !isLastTry else { return .none }
        }
    }

    // MARK: Writing

    /// Writes an answer, or holds it while it is small and more requests are there. Returns how the
    /// connection is to end, if it is.
    private func write(_ response: Response, _ serializer: ResponseSerializer) async -> Ending? {
        borrowOutput()
        let remainder = serializer.append(response, date: loop.date, to: &output)
        if remainder != .none, case .stream(let next) = response.body {
            guard await write(next, inChunks: remainder == .chunks) else { return .abrupt }
        }
        if output.count >= service.limits.heldAnswerBytesMax {
            guard await flush() else { return .abrupt }
        }
        return serializer.persists && remainder != .untilClose ? nil : .orderly
    }

    /// Writes a stream, each piece before the next is asked for.
    private func write(_ next: () async throws -> [UInt8]?, inChunks: Bool) async -> Bool {
        do {
            while let piece = try await next() {
                borrowOutput()
                if inChunks {
                    ResponseSerializer.appendChunk(piece, to: &output)
                } else {
                    output += piece
                }
                guard await flush() else { return false }
            }
        } catch {
            return false
        }
        if inChunks {
            borrowOutput()
            ResponseSerializer.appendLastChunk(to: &output)
        }
        return true
    }

    /// Sends what is held. Returns false if the client does not take it.
    private func flush() async -> Bool {
        if output.isEmpty { return true }
        var start = 0
        while start < output.count {
            let count = output.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                return send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                loop.counters.bytesOut.add(count)
                start += count
            } else if errno == EAGAIN {
                let deadline = loop.clock.nanoseconds(inSeconds: service.limits.writeStallSecondsMax)
                guard await loop.wait(for: .writing, on: descriptor, until: deadline) == .ready else {
                    return false
                }
            } else if errno != EINTR {
                return false
            }
        }
        loop.buffers.giveBack(&output)
        return true
    }

    private func borrowOutput() {
        if output.isEmpty { loop.buffers.takeOutput(&output) }
    }
}
