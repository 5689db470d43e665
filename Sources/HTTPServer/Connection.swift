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
    /// Its answer, where its head alone decides that.
    private var earlyAnswer: Response?
    /// How far that request has come; `nil` as long as it has not been waited for.
    private var phase: RequestPhase?
    /// Whether its client has been told to go on with the content.
    private var hasContinued = false
    /// Whether the last read filled the buffer, so that the kernel may have more without saying so again.
    private var mayHaveMore = false
    /// Answers that have not left; borrowed from the loop as long as there are any.
    private var output: [UInt8] = []
    /// The content of the last of them, where it is so large that it is not copied.
    private var content: [UInt8] = []
    /// How much of both has left.
    private var sentBytes = 0

    /// What has happened since the connection was left idle, if it was and that has not been acted on.
    private var wake: EventLoop.Wake?

    /// How long it may be idle before it is left without a task: 20 ms. Who asks more often than that does
    /// not get a new one each time.
    private static let parkingNanoseconds: UInt64 = 20_000_000

    /// What is kept of a connection that is idle.
    struct Idle {
        let descriptor: Int32
        let peer: String
        let since: UInt64
        /// When it is to be closed, in nanoseconds of the loop's clock.
        let deadline: UInt64
    }

    /// How a connection ends, for now or for good.
    private enum Ending {
        /// Nothing is asked; somebody else waits until something is.
        case idle(Idle)
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

    /// The connection that was left idle, now that something has happened.
    init(_ idle: Idle, after wake: EventLoop.Wake, of service: Service) {
        self.init(idle.descriptor, from: idle.peer, of: service)
        phase = .idle(since: idle.since)
        self.wake = wake
    }

    /// Serves the client until one of both has had enough, and closes; or until the client has asked nothing
    /// for a moment.
    /// - Returns: What is left of it in the second case.
    mutating func serve(on loop: EventLoop) async -> Idle? {
        var ending: Ending?
        while ending == nil {
            do throws(ParseError) {
                if let request = try nextRequest(on: loop) {
                    let (method, version) = (request.head.method, request.head.version)
                    let response =
                        if let earlyAnswer = earlyAnswer.take() { earlyAnswer } else {
                            await service.responder.respond(to: request)
                        }
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
                let serializer = ResponseSerializer(
                    method: error.method, persists: !error.closes && !loop.isStopping
                )
                ending = await write(error.response, serializer, on: loop)
            }
        }
        if case .idle(let idle) = ending { return idle }
        await close(ending ?? .quiet, on: loop)
        return nil
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
                earlyAnswer = service.responder.answerByHead(&next, from: peer)
                if framing != .none {
                    if earlyAnswer != nil { return Request(head: next, peer: peer) }
                    let bodyBytesMax = service.responder.bodyBytesMax(for: next)
                    parser.bodyBytesMax = min(bodyBytesMax, service.limits.bodyBytesMax ?? bodyBytesMax)
                }
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
            switch await wait(in: phase, on: loop) {
            case .ready: break
            case .timedOut:
                guard case .idle(let since) = phase else { throw .timeout }
                let deadline = phase.deadline(service.limits)
                guard loop.clock.monotonicNanoseconds() < deadline else { return .quiet }
                return .idle(Idle(descriptor: descriptor, peer: peer, since: since, deadline: deadline))
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

    /// Waits for more until the phase is over, or for a moment while it is idle.
    private mutating func wait(in phase: RequestPhase, on loop: EventLoop) async -> EventLoop.Wake {
        if let wake = wake.take() { return wake }
        var deadline = phase.deadline(service.limits)
        if case .idle(let since) = phase { deadline = min(deadline, since + Self.parkingNanoseconds) }
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
            output.count + bytes.count < service.limits.heldAnswerBytesMax
        else { return false }
        loop.buffers.lend(&output)
        _ = serializer.append(response, date: loop.date, to: &output)
        return true
    }

    /// Writes an answer. Returns how the connection is to end, if it is.
    private mutating func write(
        _ response: Response, _ serializer: ResponseSerializer, on loop: EventLoop
    ) async -> Ending? {
        loop.buffers.lend(&output)
        let remainder = serializer.append(
            response, date: loop.date, to: &output, contentBytesMax: ServerLimits.copiedContentBytesMax)
        switch (remainder, response.body) {
        case (.content, .bytes(let bytes)):
            content = bytes
            guard await flush(on: loop) else { return .abrupt }
        case (.chunks, .stream(let next)), (.untilClose, .stream(let next)):
            guard await write(next, inChunks: remainder == .chunks, on: loop) else { return .abrupt }
        default:
            break
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
        while sentBytes < output.count + content.count {
            let count = content.isEmpty ? sendOutput() : sendOutputAndContent()
            if count >= 0 {
                loop.counters.bytesOut.add(count)
                sentBytes += count
            } else if errno != EINTR {
                return errno == EAGAIN ? .blocked : .broken
            }
        }
        loop.buffers.takeBack(&output)
        content = []
        sentBytes = 0
        return .all
    }

    private func sendOutput() -> Int {
        output.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sentBytes...])
            return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
    }

    private func sendOutputAndContent() -> Int {
        output.withUnsafeBytes { first in
            content.withUnsafeBytes { second in
                let rests = (
                    Self.vector(first[min(sentBytes, first.count)...]),
                    Self.vector(second[max(0, sentBytes - first.count)...])
                )
                return withUnsafePointer(to: rests) { rests in
                    rests.withMemoryRebound(to: iovec.self, capacity: 2) { vectors in
                        var message = msghdr()
                        // The kernel only reads what it points to.
                        message.msg_iov = UnsafeMutablePointer(mutating: vectors)
                        message.msg_iovlen = 2
                        return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                    }
                }
            }
        }
    }

    private static func vector(_ bytes: Slice<UnsafeRawBufferPointer>) -> iovec {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        return iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    // MARK: Closing

    private mutating func close(_ ending: Ending, on loop: EventLoop) async {
        switch ending {
        case .quiet, .idle: break
        case .orderly: if await flush(on: loop) { await linger(on: loop) }
        case .abrupt:
            // Closing sends a reset then, and leaves nothing with the kernel.
            var now = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<Glibc.linger>.size))
        }
        loop.buffers.takeBack(&output)
        content = []
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
