import Glibc

/// Answers of one connection that have not left, or not wholly.
struct Outbox {
    /// Their octets; borrowed from the loop as long as there are any.
    var output: [UInt8] = []
    /// The content of the last of them, where it is so large that it is not copied.
    var content: [UInt8] = []
    /// How much of both has left.
    private var sentBytes = 0

    /// How far sending came.
    enum Sending {
        case all
        /// The client has to take something first.
        case blocked
        case broken
    }

    /// Sends as much of what is held as the kernel takes.
    mutating func send(to descriptor: Int32, on loop: EventLoop) -> Sending {
        while sentBytes < output.count + content.count {
            let count = content.isEmpty ? sendOutput(descriptor) : sendOutputAndContent(descriptor)
            if count >= 0 {
                loop.counters.bytesOut.add(count)
                sentBytes += count
            } else if errno != EINTR {
                return errno == EAGAIN ? .blocked : .broken
            }
        }
        clear(on: loop)
        return .all
    }

    /// Forgets what is left, and gives the loop back what it lent.
    mutating func clear(on loop: EventLoop) {
        loop.buffers.rollBack(&output)
        content = []
        sentBytes = 0
    }

    private func sendOutput(_ descriptor: Int32) -> Int {
        output.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sentBytes...])
            return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
    }

    private func sendOutputAndContent(_ descriptor: Int32) -> Int {
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
}
