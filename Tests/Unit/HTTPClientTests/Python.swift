import Foundation
import Glibc
import Testing

/// Python 3, for what a test needs and Foundation does not have.
final class Python {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a script. It has `o`, its standard output as bytes, and is ended when this object goes.
    init(_ script: String, _ arguments: String...) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import sys; o = sys.stdout.buffer\n" + script] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        // The script inherits blocked signals from the thread that starts it, SIGTERM among them.
        kill(process.processIdentifier, SIGKILL)
    }

    /// What a script writes.
    static func output(_ script: String) throws -> [UInt8] {
        let python = try Python(script)
        var bytes: [UInt8] = []
        while let byte = python.nextByte() { bytes.append(byte) }
        return bytes
    }

    /// The next line that the script writes, without its end.
    func nextLine() -> String {
        var line: [UInt8] = []
        while let byte = nextByte(), byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Foundation's own way of reading stops the process when a signal interrupts it.
    private func nextByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(output.fileHandleForReading.fileDescriptor, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}
