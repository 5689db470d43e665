import Glibc

/// The unsent responses of one connection.
struct Outbox {
    /// The octets of the responses. The loop lends this buffer while it is not empty.
    var output: [UInt8] = []
    /// A large content of the last response, which is not copied into `output`.
    var content: [UInt8] = []
    /// The number of octets of both that are sent.
    private var sentBytes = 0

    enum Sending {
        case all
        /// The client must read before the kernel takes more.
        case blocked
        case broken
    }

    /// Sends until everything is sent or the kernel takes no more.
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

    /// Discards the rest and returns the buffer to the loop.
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
                        // The kernel only reads the vectors.
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
