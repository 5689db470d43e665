import CCurl
import Foundation
import Glibc

/// The certificates that TLS trusts: those of the system and, where wanted, those of another file.
///
/// libcurl accepts its default file or one other. It caches the parsed certificates only for a file given by
/// path. From memory, or with a folder beside the file, it parses them for each connection, which takes some
/// 20 ms of processor time. This type therefore joins both files in an in-memory file.
final class TrustedCertificates {
    /// The path for libcurl; `nil` keeps its default file.
    let path: String?
    /// Whether the file has all trusted certificates, so that libcurl's folder is not needed.
    let isWhole: Bool
    private let descriptor: Int32?

    /// - Throws: `unavailable` when the additional file cannot be read or has no certificate in it.
    init(of library: Library, and additionalPath: String?) throws(OutgoingError) {
        let info = library.functions.curl_version_info(Int32(CURLVERSION_SEVENTH))
        // Older versions have a shorter structure.
        let file = info.pointee.age >= CURLVERSION_SEVENTH ? info.pointee.cainfo : nil
        let systemPath = file.map { String(cString: $0) }
        // The default file of the library may be missing here. Its folder then has to do.
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
            throw .unavailable(
                "the certificate file \(additionalPath) cannot be read; check its path and permissions")
        }
        guard additional.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
            throw .unavailable("\(additionalPath) contains no PEM certificate (-----BEGIN CERTIFICATE-----)")
        }
        let joined = (system ?? Data()) + Data("\n".utf8) + additional
        let descriptor = memory_file()
        guard descriptor >= 0 else { throw .unavailable("memfd_create failed for the trusted certificates") }
        self.descriptor = descriptor
        path = "/proc/self/fd/\(descriptor)"
        do {
            try FileHandle(fileDescriptor: descriptor).write(contentsOf: joined)
        } catch {
            throw .unavailable("the certificates of \(additionalPath) cannot be copied into memory")
        }
    }

    deinit {
        if let descriptor { close(descriptor) }
    }
}
