import Dispatch
import Glibc
import Synchronization

/// Notifications of the kernel about a file (`inotify(7)`).
final class FileChanges: Sendable {
    private let source: Mutex<any DispatchSourceRead>
    private let timer: Mutex<any DispatchSourceTimer>

    /// The kinds of changes: written, replaced, removed, or with other permissions.
    private static let kinds =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE) | UInt32(IN_DELETE) | UInt32(IN_ATTRIB)
    /// The interval of signals without a notification. The kernel reports no change behind a symbolic link,
    /// and none by the host of a virtual machine.
    private static let intervalSeconds = 30
    /// Room for some hundred notifications, in bytes.
    private static let bufferBytes = 16 * 1024

    /// A coalescing signal that a file may have changed.
    ///
    /// The signal ends when the folder is removed or its file system is unmounted.
    /// - Returns: `nil` if the kernel refuses the notifications, for example above its limit for a user.
    static func stream(of name: String, in folder: String) -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, kinds | UInt32(IN_ONLYDIR)) >= 0 else {
            close(descriptor)
            return nil
        }
        let (stream, changes) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let queue = DispatchQueue(label: "file changes")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            switch read(from: descriptor, about: name) {
            case .none: break
            case .change: changes.yield()
            case .end: changes.finish()
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .seconds(intervalSeconds), repeating: .seconds(intervalSeconds),
            leeway: .seconds(5))
        timer.setEventHandler { changes.yield() }
        timer.activate()
        let notifications = FileChanges(source, timer)
        changes.onTermination = { _ in notifications.end() }
        return stream
    }

    private init(_ source: sending any DispatchSourceRead, _ timer: sending any DispatchSourceTimer) {
        self.source = Mutex(source)
        self.timer = Mutex(timer)
    }

    private func end() {
        source.withLock { $0.cancel() }
        timer.withLock { $0.cancel() }
    }

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
