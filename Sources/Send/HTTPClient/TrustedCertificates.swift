import CCurl
import Foundation
import Glibc

/// The certificates that TLS trusts: those of the system, and one more file where that is wanted.
///
/// libcurl takes either its own file or another one, and only a file by name is parsed once and then kept;
/// handed over in memory, or with a folder beside it, the file is parsed anew for each connection, which
/// takes some 20 ms of processor time. So both files are joined in a file that exists in memory alone.
final class TrustedCertificates {
    /// The file to name to libcurl; `nil` leaves the one it knows.
    let path: String?
    /// Whether that file is all there is to trust, so that libcurl's folder is not needed.
    let isWhole: Bool
    private let descriptor: Int32?

    /// - Throws: `unavailable` when the additional file cannot be read or has no certificate in it.
    init(of library: Library, and additionalPath: String?) throws(OutgoingError) {
        let info = library.functions.curl_version_info(Int32(CURLVERSION_SEVENTH))
        // Older versions have a shorter structure.
        let file = info.pointee.age >= CURLVERSION_SEVENTH ? info.pointee.cainfo : nil
        let systemPath = file.map { String(cString: $0) }
        // What the library was built to trust may be missing here; then its folder has to do.
        let system = systemPath.flatMap { try? Data(contentsOf: URL(filePath: $0)) }
        isWhole = system != nil
        guard let additionalPath else {
            path = nil
            descriptor = nil
            return
        }
        let additional: Data
        do {
            additional = try Data(contentsOf: URL(filePath: additionalPath))
        } catch {
            throw .unavailable("the certificates in \(additionalPath) cannot be read")
        }
        guard additional.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
            throw .unavailable("there is no certificate in \(additionalPath)")
        }
        let joined = (system ?? Data()) + Data("\n".utf8) + additional
        let descriptor = memory_file()
        guard descriptor >= 0 else { throw .unavailable("no file in memory can be made for certificates") }
        self.descriptor = descriptor
        path = "/proc/self/fd/\(descriptor)"
        do {
            try FileHandle(fileDescriptor: descriptor).write(contentsOf: joined)
        } catch {
            throw .unavailable("the certificates in \(additionalPath) cannot be kept in memory")
        }
    }

    deinit {
        if let descriptor { close(descriptor) }
    }
}
