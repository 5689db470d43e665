import Glibc
import HTTP

/// One client's connection: reads requests, has them answered one after the other, and writes the answers.
///
/// It is used by one task, on its loop, and reads only when it has nothing to write. What does not have to
/// wait is done without suspending.
struct Connection {
    private let service: Service
    private let descriptor: Int32
    private let peer: String
    private var parser: RequestParser
    /// The head of the request that is being read.
    private var head: RequestHead?
    /// Its answer, where that does not depend on its content.
    private var refusal: Response?
    /// How far that request has come; `nil` as long as it has not been waited for.
    private var phase: RequestPhase?
    /// Whether its client has been told to go on with the content.
    private var hasContinued = false
    /// Whether the last read filled the buffer, so that the kernel may have more without saying so again.
    private var mayHaveMore = false
    /// Answers that have not left; borrowed from the loop as long as there are any.
    private var output: [UInt8] = []
    /// How much of them has left.
    private var sentBytes = 0

    /// How a connection ends.
    private enum Ending {
        /// Nothing is left to say.
        case quiet
        /// The client is to get the last answer whole.
        case orderly
        /// The client must see that an answer is cut short, or takes none.
        case abrupt
    }

    private enum Sending {
        case all
        /// The client has to take something first.
        case blocked
        case broken
    }

    /// - Parameter peer: The other end's address, for `Request.peer`.
    init(_ descriptor: Int32, from peer: String, of service: Service) {
        self.descriptor = descriptor
        self.peer = peer
        self.service = service
        parser = RequestParser(limits: service.messageLimits)
    }

    /// Serves the client until one of both has had enough, and closes.
    mutating func serve(on loop: EventLoop) async {
        var ending: Ending?
        while ending == nil {
            do throws(ParseError) {
                if let request = try nextRequest(on: loop) {
                    let (method, version) = (request.head.method, request.head.version)
                    let response =
                        if let refusal = refusal.take() { refusal } else {
                            await service.responder.respond(to: request)
                        }
                    // Behind content that was not read nobody knows where the next request begins.
                    let persists = parser.phase != .body && parser.persists && !loop.isStopping
                    let serializer = ResponseSerializer(method: method, version: version, persists: persists)
                    ending = await write(response, serializer, on: loop)
                } else {
                    ending = try await read(on: loop)
                }
            } catch {
                loop.counters.countFailure(error.status.code)
                let serializer = ResponseSerializer(
                    method: error.method, persists: !error.closes && !loop.isStopping
                )
                ending = await write(error.response, serializer, on: loop)
            }
        }
        await close(ending ?? .quiet, on: loop)
    }

    /// Answers 503, whatever the client asks, and closes.
    mutating func refuse(on loop: EventLoop) async {
        var problem = Problem(.serviceUnavailable, "There are too many connections; try again soon.")
        problem.fields[.retryAfter] = String(service.limits.retryAfterSeconds)
        let serializer = ResponseSerializer(method: nil, persists: false)
        let ending = await write(problem.response, serializer, on: loop)
        await close(ending ?? .quiet, on: loop)
    }

    // MARK: Reading

    /// The next request, if all of it is there, or so much that it can be refused.
    private mutating func nextRequest(on loop: EventLoop) throws(ParseError) -> Request? {
        while true {
            switch try parser.next() {
            case .head(var next, let framing):
                refusal = service.responder.refusal(of: &next, from: peer)
                if refusal != nil, framing != .none { return Request(head: next, peer: peer) }
                let bodyBytesMax = service.responder.bodyBytesMax(for: next)
                parser.bodyBytesMax = min(bodyBytesMax, service.limits.bodyBytesMax ?? bodyBytesMax)
                head = next
            case .complete(let body):
                guard let head = head.take() else {
                    preconditionFailure("a body is complete before its head")
                }
                phase = nil
                hasContinued = false
                loop.counters.requests.add(1)
                return Request(head: head, body: body, peer: peer)
            case nil: return nil
            }
        }
    }

    /// Waits for more of a request and hands it to the parser, once the answers that are held have left.
    /// - Throws: `ParseError.timeout`, or what is wrong with a request that ends in the middle.
    private mutating func read(on loop: EventLoop) async throws(ParseError) -> Ending? {
        if parser.awaitsContinue, !hasContinued {
            loop.buffers.lend(&output)
            output += ResponseSerializer.continuation
            hasContinued = true
        }
        // Nearly always all of it leaves at once, without a call that may suspend.
        if send(on: loop) != .all {
            guard await flush(on: loop) else { return .abrupt }
        }
        var isLastTry = false
        if mayHaveMore {
            await loop.yield()
        } else {
            let phase = RequestPhase(parser.phase, after: phase, clock: loop.clock)
            self.phase = phase
            let deadline = phase.deadline(service.limits)
            switch await loop.wait(for: .reading, on: descriptor, until: deadline, isIdle: phase.isIdle) {
            case .ready: break
            case .timedOut:
                guard phase.isIdle else { throw .timeout }
                return .quiet
            // A request that came before the server stopped is answered.
            case .stopping: isLastTry = true
            case .cut: return .quiet
            }
        }
        let input = loop.buffers.input
        let count = recv(descriptor, input.baseAddress, input.count, 0)
        // An interrupted call took nothing, and the kernel does not say twice that there is something.
        mayHaveMore = count == input.count || count < 0 && errno == EINTR
        if count > 0 {
            loop.counters.bytesIn.add(count)
            phase?.received(count)
            parser.feed(UnsafeRawBufferPointer(rebasing: input[..<count]))
            return nil
        }
        if count == 0 {
            try parser.finish()
            return .quiet
        }
        return errno == EINTR || errno == EAGAIN && !isLastTry ? nil : .quiet
    }

    // MARK: Writing

    /// Writes an answer, or holds it while it is small and more requests are there. Returns how the
    /// connection is to end, if it is.
    private mutating func write(
        _ response: Response, _ serializer: ResponseSerializer, on loop: EventLoop
    ) async -> Ending? {
        loop.buffers.lend(&output)
        let remainder = serializer.append(response, date: loop.date, to: &output)
        if remainder != .none, case .stream(let next) = response.body {
            guard await write(next, inChunks: remainder == .chunks, on: loop) else { return .abrupt }
        }
        if output.count >= service.limits.heldAnswerBytesMax {
            guard await flush(on: loop) else { return .abrupt }
        }
        return serializer.persists && remainder != .untilClose ? nil : .orderly
    }

    /// Writes a stream, each piece before the next is asked for.
    private mutating func write(
        _ next: () async throws -> [UInt8]?, inChunks: Bool, on loop: EventLoop
    ) async -> Bool {
        do {
            while let piece = try await next() {
                loop.buffers.lend(&output)
                if inChunks {
                    ResponseSerializer.appendChunk(piece, to: &output)
                } else {
                    output += piece
                }
                guard await flush(on: loop) else { return false }
            }
        } catch {
            return false
        }
        if inChunks {
            loop.buffers.lend(&output)
            ResponseSerializer.appendLastChunk(to: &output)
        }
        return true
    }

    /// Sends what is held, as the client takes it. Returns false if it does not.
    private mutating func flush(on loop: EventLoop) async -> Bool {
        while true {
            switch send(on: loop) {
            case .all: return true
            case .broken: return false
            case .blocked:
                let deadline = loop.clock.nanoseconds(inSeconds: service.limits.writeStallSecondsMax)
                guard await loop.wait(for: .writing, on: descriptor, until: deadline) == .ready else {
                    return false
                }
            }
        }
    }

    /// Sends as much of what is held as the kernel takes.
    private mutating func send(on loop: EventLoop) -> Sending {
        while sentBytes < output.count {
            let count = output.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sentBytes...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                loop.counters.bytesOut.add(count)
                sentBytes += count
            } else if errno != EINTR {
                return errno == EAGAIN ? .blocked : .broken
            }
        }
        loop.buffers.takeBack(&output)
        sentBytes = 0
        return .all
    }

    // MARK: Closing

    private mutating func close(_ ending: Ending, on loop: EventLoop) async {
        switch ending {
        case .quiet: break
        case .orderly: if await flush(on: loop) { await linger(on: loop) }
        case .abrupt:
            // Closing sends a reset then, and leaves nothing with the kernel.
            var now = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        loop.buffers.takeBack(&output)
        loop.close(descriptor)
    }

    /// Gives the client time to take the last answer in and to close. Closing while something is unread would
    /// send a reset, at which the client's system may drop an answer that is not read yet (RFC 9112 §9.6).
    private func linger(on loop: EventLoop) async {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = loop.clock.nanoseconds(inSeconds: service.limits.lingerSecondsMax)
        var bytesLeft = service.limits.lingerBytesMax
        while bytesLeft > 0, await loop.wait(for: .reading, on: descriptor, until: deadline) == .ready {
            let count = Glibc.read(descriptor, loop.buffers.input.baseAddress, loop.buffers.input.count)
            guard count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR) else { return }
            bytesLeft -= max(0, count)
        }
    }
}
