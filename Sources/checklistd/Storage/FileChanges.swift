import Dispatch
import Glibc
import Synchronization

/// Notifications of the kernel about a file (`inotify(7)`).
final class FileChanges: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// The kinds of changes: written, replaced, created, removed, or with other permissions.
    private static let kinds =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_ATTRIB)
    /// Room for some hundred notifications, in bytes.
    private static let bufferBytes = 16 * 1024

    /// A stream with an element after changes of a file. Changes that nobody has seen yet are one element.
    ///
    /// The stream ends when the folder is removed or its disk unmounted.
    /// - Returns: `nil` if the kernel refuses the notifications, for example above its limit for a user.
    static func stream(of name: String, in folder: String) -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, kinds | UInt32(IN_ONLYDIR)) >= 0 else {
            close(descriptor)
            return nil
        }
        let (stream, changes) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "file changes"))
        source.setEventHandler {
            switch read(from: descriptor, about: name) {
            case .none: break
            case .change: changes.yield()
            case .end: changes.finish()
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        let notifications = FileChanges(source)
        changes.onTermination = { _ in notifications.end() }
        return stream
    }

    private init(_ source: sending any DispatchSourceRead) { self.source = Mutex(source) }

    private func end() { source.withLock { $0.cancel() } }

    private enum Finding { case none, change, end }

    /// Reads all waiting notifications.
    private static func read(from descriptor: Int32, about name: String) -> Finding {
        var finding = Finding.none
        var buffer = [UInt8](repeating: 0, count: bufferBytes)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return finding }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = start + Int(event.len)
                    // The name is padded with zeros.
                    let named = bytes[start..<min(offset, count)].prefix { $0 != 0 }
                    if event.mask & UInt32(IN_IGNORED) != 0 {
                        finding = .end
                    } else if finding != .end,
                        event.mask & UInt32(IN_Q_OVERFLOW) != 0 || named.elementsEqual(name.utf8)
                    {
                        finding = .change
                    }
                }
            }
        }
    }
}
