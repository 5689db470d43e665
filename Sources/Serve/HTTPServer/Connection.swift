import CLinux
import Glibc
import HTTP

/// One client's connection: reads requests, has them answered one after the other, and writes the answers.
///
/// It is used by one task, on its loop, and reads only when it has nothing to write. What does not have to
/// wait is done without suspending.
struct Connection {
    private let handler: ConnectionHandler
    private let descriptor: Int32
    private let peer: String
    private var parser: RequestParser
    /// The head of the request that is being read, and what becomes of it.
    private var head: (RequestHead, HeadDecision)?
    /// How far that request has come; `nil` as long as it has not been waited for.
    private var phase: RequestPhase?
    /// Whether its client has been told to go on with the content.
    private var hasContinued = false
    /// Whether the last read filled the buffer, so that the kernel may have more without saying so again.
    private var mayHaveMore = false
    /// Answers that have not left.
    private var outbox = Outbox()
    /// Whether the body that is being read is counted among those that hold memory.
    private var holdsBody = false
    /// Whether more of it has come since it was counted.
    private var hasReceived = false
    /// What has happened since the connection was left idle, if it was and that has not been acted on.
    private var wake: EventLoop.Wake?

    /// What is kept of a connection that is idle.
    struct Idle {
        let descriptor: Int32
        let peer: String
        let since: UInt64
        /// When it is to be closed, in nanoseconds of the loop's clock.
        let deadline: UInt64
    }

    /// What there is still to do for a connection when its task is done with it.
    enum Rest {
        /// To wait until the client asks something.
        case idle(Idle)
        /// To write a stream. It may take for ever, and the task has grown by what it did before.
        case stream(StreamWriter)
    }

    /// How a connection ends, for now or for good.
    private enum Ending {
        /// Nothing is asked; somebody else waits until something is.
        case idle(Idle)
        /// Somebody else writes the answer.
        case stream(StreamWriter)
        /// Nothing is left to say.
        case silent
        /// The client is to get the last answer whole.
        case graceful
        /// The client must see that an answer is cut short, or takes none.
        case reset
    }

    /// - Parameter peer: The other end's address, without its port; empty for a Unix socket.
    init(_ descriptor: Int32, from peer: String, of handler: ConnectionHandler) {
        self.descriptor = descriptor
        self.peer = peer
        self.handler = handler
        parser = RequestParser(limits: handler.messageLimits)
    }

    /// The connection that was left idle, now that something has happened.
    init(_ idle: Idle, after wake: EventLoop.Wake, of handler: ConnectionHandler) {
        self.init(idle.descriptor, from: idle.peer, of: handler)
        phase = .idle(since: idle.since)
        self.wake = wake
    }

    /// Serves the client until one of both has had enough, and closes; or until the client has asked nothing
    /// for a moment, or for a stream.
    /// - Returns: What is left to do unless it is closed.
    mutating func serve(on loop: EventLoop) async -> Rest? {
        var ending: Ending?
        while ending == nil {
            do throws(ParseError) {
                if let (request, decision) = try nextRequest(on: loop) {
                    let (method, version) = (request.head.method, request.head.version)
                    let response =
                        switch decision.outcome {
                        case .answered(let response): response
                        case .awaitsContent(let respond):
                            await answer(to: request, by: respond, on: loop)
                        }
                    releaseBody()
                    // Behind content that was not read nobody knows where the next request begins.
                    let persists = parser.phase != .body && parser.persists && !loop.isStopping
                    let serializer = ResponseSerializer(method: method, version: version, persists: persists)
                    if !hold(response, serializer, on: loop) {
                        ending = await write(response, serializer, on: loop)
                    }
                } else {
                    ending = try await read(on: loop)
                }
            } catch {
                loop.counters.countFailure(error.status.code)
                // What has come of the request is not needed any more.
                if error.closes { parser = RequestParser(limits: handler.messageLimits) }
                releaseBody()
                let serializer = ResponseSerializer(
                    method: error.method, persists: !error.closes && !loop.isStopping
                )
                var response = error.response
                if error == .overloaded {
                    response.fields[.retryAfter] = String(handler.limits.retryAfterSeconds)
                }
                ending = await write(response, serializer, on: loop)
            }
        }
        switch ending {
        case .idle(let idle)?: return .idle(idle)
        case .stream(let writer)?: return .stream(writer)
        default: break
        }
        await close(ending ?? .silent, on: loop)
        return nil
    }

    private func answer(
        to request: Request, by respond: @Sendable (Request) async -> Response, on loop: EventLoop
    ) async -> Response {
        loop.setAnswering(true, on: descriptor)
        let response = await respond(request)
        loop.setAnswering(false, on: descriptor)
        return response
    }

    /// Ends the connection behind a stream that is its last answer, or was cut short.
    mutating func end(behind writer: StreamWriter, isWhole: Bool, on loop: EventLoop) async {
        outbox = writer.outbox
        await close(isWhole ? .graceful : .reset, on: loop)
    }

    /// Answers 503, whatever the client asks, and closes.
    mutating func refuse(on loop: EventLoop) async {
        var problem = Problem(.serviceUnavailable, "There are too many connections; try again soon.")
        problem.fields[.retryAfter] = String(handler.limits.retryAfterSeconds)
        let serializer = ResponseSerializer(method: nil, persists: false)
        let ending = await write(problem.response, serializer, on: loop)
        await close(ending ?? .silent, on: loop)
    }

    // MARK: Reading

    /// The next request, if all of it is there, or so much that it can be refused.
    private mutating func nextRequest(
        on loop: EventLoop
    ) throws(ParseError) -> (Request, HeadDecision)? {
        while true {
            switch try parser.next() {
            case .head(let next, let framing):
                let decision = handler.responder.receive(next, from: peer)
                if framing != .none {
                    if case .answered = decision.outcome { return (Request(head: next), decision) }
                    let bodyBytesMax = decision.route.bodyBytesMax
                    parser.bodyBytesMax = min(bodyBytesMax, handler.limits.bodyBytesMax ?? bodyBytesMax)
                }
                head = (next, decision)
            case .complete(let body):
                guard let (head, decision) = head.take() else {
                    preconditionFailure("a body is complete before its head")
                }
                phase = nil
                hasContinued = false
                if holdsBody { handler.bodies.complete(descriptor) }
                loop.counters.requests.add(1)
                return (Request(head: head, body: body), decision)
            case nil: return nil
            }
        }
    }

    /// Waits for more of a request and hands it to the parser, once the answers that are held have left.
    /// - Throws: `ParseError.timeout`, or what is wrong with a request that ends in the middle.
    private mutating func read(on loop: EventLoop) async throws(ParseError) -> Ending? {
        try holdBody(on: loop)
        if parser.awaitsContinue, !hasContinued {
            loop.buffers.lend(&outbox.output)
            outbox.output += ResponseSerializer.continuation
            hasContinued = true
        }
        // Nearly always all of it leaves at once, without a call that may suspend.
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
            // A request that came before the server stopped is answered.
            case .stopping: isLastTry = true
            case .cut: return .silent
            }
            if holdsBody, handler.bodies.isGivenUp(descriptor) { throw .overloaded }
        }
        let input = loop.buffers.input
        let count = recv(descriptor, input.baseAddress, input.count, 0)
        // An interrupted call took nothing, and the kernel does not say twice that there is something.
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

    /// Counts what there is of a body among what all of them hold.
    /// - Throws: `ParseError.overloaded` if it has been given up.
    private mutating func holdBody(on loop: EventLoop) throws(ParseError) {
        guard hasReceived else { return }
        hasReceived = false
        guard parser.phase == .body else { return }
        holdsBody = true
        guard handler.bodies.hold(parser.heldBytes, of: descriptor, on: loop) else { throw .overloaded }
    }

    /// Takes back what `holdBody` counted.
    private mutating func releaseBody() {
        if holdsBody { handler.bodies.release(descriptor) }
        holdsBody = false
    }

    /// Waits for more until the phase is over, or for a moment while it is idle.
    private mutating func wait(in phase: RequestPhase, on loop: EventLoop) async -> EventLoop.Wake {
        if let wake = wake.take() { return wake }
        var deadline = phase.deadline(handler.waits)
        if case .idle(let since) = phase { deadline = min(deadline, since + ServerLimits.parkingNanoseconds) }
        return await loop.wait(for: .reading, on: descriptor, until: deadline, isIdle: phase.isIdle)
    }

    // MARK: Writing

    /// Holds an answer, while it is small and complete and more requests may be there. Returns false for any
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

    /// Writes an answer. Returns how the connection is to end, if it is.
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
            // What has come already is read by nobody but this task.
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

    /// Sends what is held, as the client takes it. Returns false if it does not.
    private mutating func flush(on loop: EventLoop) async -> Bool {
        await outbox.flush(to: descriptor, handler.waits, on: loop)
    }

    // MARK: Closing

    private mutating func close(_ ending: Ending, on loop: EventLoop) async {
        switch ending {
        case .silent, .idle, .stream: break
        case .graceful: if await flush(on: loop) { await linger(on: loop) }
        case .reset:
            // Closing sends a reset then, and leaves nothing with the kernel.
            var now = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        outbox.clear(on: loop)
        releaseBody()
        loop.close(descriptor)
    }

    /// Gives the client time to take the last answer in and to close. Closing while something is unread would
    /// send a reset, at which the client's system may drop an answer that is not read yet (RFC 9112 §9.6).
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
