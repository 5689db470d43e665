import Glibc

/// A file that a flag names.
struct NamedFile {
    private let path: String
    private let flag: String
    private let bytesMax: Int

    /// - Parameters:
    ///   - flag: The name of the flag, for errors.
    ///   - bytesMax: The maximum size of the file.
    init(_ path: String, flag: String, bytesMax: Int) {
        self.path = path
        self.flag = flag
        self.bytesMax = bytesMax
    }

    /// The bytes of the file.
    /// - Throws: `Failure` that names the flag, the file and the remedy.
    func content() throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(errno) }
            if count == 0 { return content }
            content += piece[..<count]
            guard content.count <= bytesMax else {
                throw Failure(.data, "--\(flag): \(path) has more than \(bytesMax) bytes. Name another file.")
            }
        }
    }

    private func failure(_ number: Int32) -> Failure {
        let remedy =
            switch number {
            case ENOENT where path.hasPrefix("%d/"): "In a systemd unit, %d needs LoadCredential=."
            case EACCES, EPERM: "Give the user of this process read access to it."
            default: "Name a file that exists."
            }
        return Failure(
            ExitStatus(errorNumber: number),
            "--\(flag): \(path) cannot be read: \(String(cString: strerror(number))). \(remedy)")
    }
}
