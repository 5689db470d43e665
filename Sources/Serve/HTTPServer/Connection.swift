import CLinux
import Glibc
import HTTP

/// A client connection: reads requests, answers them one after the other, and writes the responses.
///
/// One task on the connection's loop uses it, and reads only when nothing is left to write. Work that need
/// not wait runs without suspension.
struct Connection: ~Copyable {
    private let handler: ConnectionHandler
    private let descriptor: Int32
    let peer: String
    private var parser: RequestParser
    /// The head of the current request.
    private var head: RequestHead?
    /// The responder's decision about that head.
    private var decision: HeadDecision?
    /// The phase of the current request; `nil` until the connection waits for it.
    private var phase: RequestPhase?
    /// Whether the server has sent `100 Continue` for the current request.
    private var hasContinued = false
    /// Whether the last read filled the buffer. The kernel may then hold more, without another edge-triggered
    /// event.
    private var mayHaveMore = false
    private var outbox = Outbox()
    /// Whether `BodyMemory` counts the current body.
    private var holdsBody = false
    /// Whether octets have arrived since `BodyMemory` counted the body.
    private var hasReceived = false
    /// The event that ended the idle time; `nil` once it is handled.
    private var wake: EventLoop.Wake?

    /// The state that the server keeps for an idle connection.
    struct Idle {
        let descriptor: Int32
        let peer: String
        let since: UInt64
        /// The time to close the connection, in nanoseconds of the loop's clock.
        let deadline: UInt64
    }

    /// The work that is left when the connection's task ends.
    enum Rest {
        /// Wait for the next request.
        case idle(Idle)
        /// Write a stream. It may last indefinitely, and a new task uses less memory than the current one.
        indirect case stream(StreamWriter)
    }

    /// How the task or the connection ends.
    private enum Ending {
        /// The client sends nothing. The loop waits for it without a task.
        case idle(Idle)
        /// A new task writes the stream.
        indirect case stream(StreamWriter)
        /// Close without a response.
        case silent
        /// Close after the client has received the last response completely.
        case graceful
        /// Reset, so that the client notices a truncated response; also if it reads none.
        case reset
    }

    /// - Parameter peer: The address of the client without its port; empty for a Unix socket.
    init(_ descriptor: Int32, from peer: String, of handler: ConnectionHandler) {
        self.descriptor = descriptor
        self.peer = peer
        self.handler = handler
        parser = RequestParser(limits: handler.messageLimits)
    }

    /// Resumes an idle connection after an event.
    init(_ idle: Idle, after wake: EventLoop.Wake, of handler: ConnectionHandler) {
        self.init(idle.descriptor, from: idle.peer, of: handler)
        phase = .idle(since: idle.since)
        self.wake = wake
    }

    /// Serves the client until one side closes, until the client is idle for 20 ms, or until a stream begins.
    /// - Returns: The remaining work; `nil` if the connection is closed.
    mutating func serve(on loop: EventLoop) async -> Rest? {
        while true {
            guard let ending = await step(on: loop) else { continue }
            switch ending {
            case .idle(let idle): return .idle(idle)
            case .stream(let writer): return .stream(writer)
            case .silent, .graceful, .reset:
                await close(ending, on: loop)
                return nil
            }
        }
    }

    /// Answers a request or reads from the client. Returns how the connection ends; `nil` if it stays open.
    @inline(__always)
    private mutating func step(on loop: EventLoop) async -> Ending? {
        do throws(ParseError) {
            guard let request = try nextRequest(on: loop), let decision = decision.take() else {
                return try await read(on: loop)
            }
            let (method, version) = (request.head.method, request.head.version)
            let response =
                switch decision.outcome {
                case .answered(let response): response
                case .awaitsContent(let respond): await answer(to: request, by: respond, on: loop)
                }
            releaseBody()
            // Without reading the content the server cannot find the next request.
            let persists = parser.phase != .body && parser.persists && !loop.isStopping
            let serializer = ResponseSerializer(method: method, version: version, persists: persists)
            return hold(response, serializer, on: loop) ? nil : await write(response, serializer, on: loop)
        } catch {
            return await refuse(error, on: loop)
        }
    }

    /// Answers a request that the parser refuses.
    private mutating func refuse(_ error: ParseError, on loop: EventLoop) async -> Ending? {
        loop.counters.countFailure(error.status.code)
        handler.responder.note(error, of: head.take(), from: peer)
        // The input of a request with this error is no longer needed.
        if error.closes { parser = RequestParser(limits: handler.messageLimits) }
        releaseBody()
        let serializer = ResponseSerializer(
            method: error.method, persists: !error.closes && !loop.isStopping
        )
        var response = error.response
        if error == .overloaded {
            response.fields[.retryAfter] = String(handler.limits.retryAfterSeconds)
        }
        return await write(response, serializer, on: loop)
    }

    private func answer(
        to request: Request, by respond: @Sendable (Request) async -> Response, on loop: EventLoop
    ) async -> Response {
        loop.setAnswering(true, on: descriptor)
        let response = await respond(request)
        loop.setAnswering(false, on: descriptor)
        return response
    }

    /// Closes the connection after a stream that is its last response or was truncated.
    mutating func end(behind writer: StreamWriter, isWhole: Bool, on loop: EventLoop) async {
        outbox = writer.outbox
        await close(isWhole ? .graceful : .reset, on: loop)
    }

    /// Answers any request with 503 and closes.
    mutating func refuse(on loop: EventLoop) async {
        var problem = Problem(.tooManyConnections, "The server has too many connections; try again soon.")
        problem.fields[.retryAfter] = String(handler.limits.retryAfterSeconds)
        let serializer = ResponseSerializer(method: nil, persists: false)
        let ending = await write(problem.response, serializer, on: loop)
        await close(ending ?? .silent, on: loop)
    }

    // MARK: Reading

    /// The next request, once it is complete or its head is answered. Then `decision` is set.
    private mutating func nextRequest(
        on loop: EventLoop
    ) throws(ParseError) -> Request? {
        while true {
            switch try parser.next() {
            case .head(let next, let framing):
                let decision = handler.responder.receive(next, from: peer)
                self.decision = decision
                if framing != .none {
                    if case .answered = decision.outcome { return Request(head: next) }
                    let bodyBytesMax = decision.route.bodyBytesMax
                    parser.bodyBytesMax = min(bodyBytesMax, handler.limits.bodyBytesMax ?? bodyBytesMax)
                }
                head = next
            case .complete(let body):
                guard let head = head.take() else {
                    preconditionFailure("the body completed before its head")
                }
                phase = nil
                hasContinued = false
                if holdsBody { handler.bodies.complete(descriptor) }
                loop.counters.requests.add(1)
                return Request(head: head, body: body)
            case nil: return nil
            }
        }
    }

    /// Sends the held responses, then waits for input and passes it to the parser.
    /// - Throws: `ParseError.timeout`, or the error of an incomplete request.
    private mutating func read(on loop: EventLoop) async throws(ParseError) -> Ending? {
        try holdBody(on: loop)
        if parser.awaitsContinue, !hasContinued {
            loop.buffers.lend(&outbox.output)
            outbox.output += ResponseSerializer.continuation
            hasContinued = true
        }
        // Usually one call sends everything, without a suspension.
        if outbox.send(to: descriptor, on: loop) != .all {
            guard await flush(on: loop) else { return .reset }
        }
        var isLastTry = false
        if mayHaveMore {
            await loop.yield()
        } else {
            let phase = RequestPhase(parser.phase, after: phase, clock: loop.clock)
            self.phase = phase
            switch await wait(in: phase, on: loop) {
            case .ready: break
            case .timedOut:
                guard case .idle(let since) = phase else { throw .timeout }
                let deadline = phase.deadline(handler.waits)
                guard loop.clock.monotonicNanoseconds() < deadline else { return .silent }
                return .idle(Idle(descriptor: descriptor, peer: peer, since: since, deadline: deadline))
            // The server still answers a request that arrived before it stopped.
            case .stopping: isLastTry = true
            case .cut: return .silent
            }
            if holdsBody, handler.bodies.isGivenUp(descriptor) { throw .overloaded }
        }
        let input = loop.buffers.input
        let count = recv(descriptor, input.baseAddress, input.count, 0)
        // An interrupted call reads nothing, and the edge-triggered event does not repeat.
        mayHaveMore = count == input.count || count < 0 && errno == EINTR
        if count > 0 {
            loop.counters.bytesIn.add(count)
            hasReceived = true
            let waits = handler.waits
            phase?.received(count, clock: loop.clock, waits)
            parser.feed(UnsafeRawBufferPointer(rebasing: input[..<count]))
            return nil
        }
        if count == 0 {
            try parser.finish()
            return .silent
        }
        return errno == EINTR || errno == EAGAIN && !isLastTry ? nil : .silent
    }

    /// Reports the size of the current body to `BodyMemory`.
    /// - Throws: `ParseError.overloaded` if the body has been aborted.
    private mutating func holdBody(on loop: EventLoop) throws(ParseError) {
        guard hasReceived else { return }
        hasReceived = false
        guard parser.phase == .body else { return }
        holdsBody = true
        guard handler.bodies.hold(parser.heldBytes, of: descriptor, on: loop) else { throw .overloaded }
    }

    /// Removes the current body from `BodyMemory`.
    private mutating func releaseBody() {
        if holdsBody { handler.bodies.release(descriptor) }
        holdsBody = false
    }

    /// Waits for input until the deadline of the phase, or for 20 ms if the connection is idle.
    private mutating func wait(in phase: RequestPhase, on loop: EventLoop) async -> EventLoop.Wake {
        if let wake = wake.take() { return wake }
        var deadline = phase.deadline(handler.waits)
        if case .idle(let since) = phase { deadline = min(deadline, since + ServerLimits.parkingNanoseconds) }
        return await loop.wait(for: .reading, on: descriptor, until: deadline, isIdle: phase.isIdle)
    }

    // MARK: Writing

    /// Holds a small and complete response while pipelined requests may follow. Returns `false` for any
    /// other.
    private mutating func hold(
        _ response: Response, _ serializer: ResponseSerializer, on loop: EventLoop
    ) -> Bool {
        guard serializer.persists, case .bytes(let bytes) = response.body,
            bytes.count <= ServerLimits.copiedContentBytesMax,
            outbox.output.count + bytes.count < handler.limits.heldAnswerBytesMax
        else { return false }
        loop.buffers.lend(&outbox.output)
        _ = serializer.append(response, date: loop.date, to: &outbox.output)
        return true
    }

    /// Writes a response. Returns how the connection ends; `nil` if it stays open.
    private mutating func write(
        _ response: Response, _ serializer: ResponseSerializer, on loop: EventLoop
    ) async -> Ending? {
        loop.buffers.lend(&outbox.output)
        let remainder = serializer.append(
            response, date: loop.date, to: &outbox.output, contentBytesMax: ServerLimits.copiedContentBytesMax
        )
        switch (remainder, response.body) {
        case (.content, .bytes(let bytes)):
            outbox.content = bytes
            guard await flush(on: loop) else { return .reset }
        case (.chunks, .stream(let next)), (.untilClose, .stream(let next)):
            let inChunks = remainder == .chunks
            let persists = serializer.persists && inChunks
            var writer = StreamWriter(
                descriptor: descriptor, peer: peer, outbox: outbox, next: next, inChunks: inChunks,
                persists: persists)
            outbox = Outbox()
            // Only this task can read the input that has already arrived.
            if parser.heldBytes == 0, !mayHaveMore { return .stream(writer) }
            let isWhole = await writer.run(waits: handler.waits, on: loop)
            outbox = writer.outbox
            guard isWhole else { return .reset }
        default:
            break
        }
        if outbox.output.count >= handler.limits.heldAnswerBytesMax {
            guard await flush(on: loop) else { return .reset }
        }
        return serializer.persists && remainder != .untilClose ? nil : .graceful
    }

    /// Sends what is held, at the client's pace. Returns `false` if the client stalls or disconnects.
    private mutating func flush(on loop: EventLoop) async -> Bool {
        await outbox.flush(to: descriptor, handler.waits, on: loop)
    }

    // MARK: Closing

    private mutating func close(_ ending: Ending, on loop: EventLoop) async {
        switch ending {
        case .silent, .idle, .stream: break
        case .graceful: if await flush(on: loop) { await linger(on: loop) }
        case .reset:
            // With this option close() sends a reset and discards unsent data.
            var now = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        outbox.clear(on: loop)
        releaseBody()
        loop.close(descriptor)
    }

    /// Gives the client time to read the last response and to close. A close with unread input would send a
    /// reset, after which the client's system may discard the response (RFC 9112 §9.6).
    private func linger(on loop: EventLoop) async {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = loop.clock.monotonicNanoseconds() + handler.waits.linger
        var bytesLeft = handler.limits.lingerBytesMax
        while bytesLeft > 0, await loop.wait(for: .reading, on: descriptor, until: deadline) == .ready {
            let count = Glibc.read(descriptor, loop.buffers.input.baseAddress, loop.buffers.input.count)
            guard count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR) else { return }
            bytesLeft -= max(0, count)
        }
    }
}
