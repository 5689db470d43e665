import CLibrary
import Glibc

/// A package of the system that only a part of the program needs.
struct Requirement: Equatable {
    /// Its name in Debian.
    let package: String
    /// What does not work without it.
    let purpose: String
    /// Any of these files of libraries, or any of these paths, shows that it is installed.
    private let files: [String]

    /// All but the one of the store in a database, whose absence is an error of the start.
    private static let all = [
        Requirement(
            package: "libcurl4",
            purpose: "webhooks, notifications, mail, sign-in at a provider, addresses and weather",
            files: ["libcurl.so.4"]),
        // The files of Debian, Fedora and SUSE.
        Requirement(
            package: "ca-certificates", purpose: "requests to https addresses",
            files: [
                "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
            ]),
        Requirement(package: "libssl3", purpose: "notifications in browsers", files: ["libcrypto.so.3"]),
        Requirement(package: "zlib1g", purpose: "compressed responses and zip files", files: ["libz.so.1"]),
    ]

    /// The requirements that this machine does not meet.
    /// - Parameter isThere: Whether a library, or a file by its path, exists.
    static func missing(isThere: (String) -> Bool = Self.isThere) -> [Requirement] {
        all.filter { !$0.files.contains(where: isThere) }
    }

    private static func isThere(_ file: String) -> Bool {
        file.hasPrefix("/") ? access(file, R_OK) == 0 : has_library(file)
    }
}
