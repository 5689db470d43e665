import FileStore
import Foundation
import Glibc
import HTTPClient

/// Checks of the files that flags name, at the start of the server.
extension Configuration {
    /// The maximum size of a file with certificates: 16 MiB.
    private static let certificatesBytesMax = 16 << 20

    /// Checks the certificates of `--webhook-ca` and the folders of `--data` and `--replica`.
    /// - Throws: `Failure` that names the flag and the remedy.
    func checkFiles() throws(Failure) {
        if let path = client.additionalCertificatesPath { try Self.checkCertificates(at: path) }
        if database == nil { try checkDataFolder() }
        try checkReplica()
    }

    /// A path from a flag, where `%d` stands for the folder of credentials.
    ///
    /// systemd replaces `%d` only in the unit itself, not in the file of `EnvironmentFile=`.
    func path(_ text: String) -> String {
        guard let credentialsFolder, text.hasPrefix("%d/") else { return text }
        return credentialsFolder + text.dropFirst("%d".count)
    }

    /// The route of mail. Mail without links to the page would be of no use.
    func mailRoute() throws(Failure) -> MailRoute? {
        let route = try mail.route()
        guard route == nil || url != nil else {
            throw Failure(.usage, "--smtp needs --url, the address of the page, for the links in mail.")
        }
        return route
    }

    /// Checks that the process can write a copy of this store into the folder of `--replica`.
    private func checkReplica() throws(Failure) {
        guard let replica else { return }
        guard database == nil else {
            throw Failure(
                .usage,
                "--replica copies a data folder. Copy a database with PostgreSQL's own tools, such as"
                    + " pg_basebackup and an archive of its WAL.")
        }
        let paths = [data, replica].map { path in
            URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path + "/"
        }
        guard !paths[0].hasPrefix(paths[1]), !paths[1].hasPrefix(paths[0]) else {
            throw Failure(
                .usage,
                "--replica: \(replica) and the data folder \(data) contain each other. Name a folder on"
                    + " another disk.")
        }
        do throws(StorageError) {
            try Replica(at: replica).check(for: DataFolder(at: data))
        } catch {
            var failure = Failure(error)
            failure.message = "--replica: \(failure.message)"
            throw failure
        }
    }

    /// Whether replica and data folder are on one file system, for example because a disk is not mounted.
    var hasReplicaOnSameDisk: Bool {
        guard let replica else { return false }
        var (first, second) = (stat(), stat())
        return stat(data, &first) == 0 && stat(replica, &second) == 0 && first.st_dev == second.st_dev
    }

    /// Checks the form of each certificate in a PEM file, which libcurl reads only for the first message.
    private static func checkCertificates(at path: String) throws(Failure) {
        let file = NamedFile(path, flag: "webhook-ca", bytesMax: certificatesBytesMax)
        let text = String(decoding: try file.content(), as: UTF8.self)
        let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        guard !blocks.isEmpty else {
            throw Failure(
                .data,
                "--webhook-ca: \(path) contains no PEM certificate (-----BEGIN CERTIFICATE-----). Name a file"
                    + " that does.")
        }
        for (index, block) in blocks.enumerated() {
            let content = block.range(of: "-----END CERTIFICATE-----").map { block[..<$0.lowerBound] } ?? ""
            let octets = Data(base64Encoded: content.filter { !$0.isWhitespace }) ?? Data()
            // A certificate is a sequence of ASN.1 (RFC 5280 §4.1).
            guard octets.first == 0x30 else {
                throw Failure(
                    .data, "--webhook-ca: certificate \(index + 1) in \(path) is damaged. Export it again.")
            }
        }
    }

    /// Checks that the process can write the folders of an existing data folder. The store writes some of
    /// them only at its first checkpoint.
    private func checkDataFolder() throws(Failure) {
        var status = stat()
        guard stat(data, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(.noInput, "--data: \(data) is not a folder. Name another one.")
        }
        for path in [data, "\(data)/journal", "\(data)/checklists", "\(data)/deliveries"] {
            guard access(path, W_OK | X_OK) != 0, errno != ENOENT else { continue }
            let number = errno
            throw Failure(
                ExitStatus(errorNumber: number),
                "--data: \(path) cannot be written: \(String(cString: strerror(number))). Give the user of"
                    + " this process access to it, or name another folder.")
        }
    }
}
