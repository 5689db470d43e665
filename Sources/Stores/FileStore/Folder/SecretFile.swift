import Checklists
import Digest
import JSON
import Records

/// What only those know who serve the store: `secret.json`.
///
/// It is made when it is needed first, and never changed: what was encrypted or signed by it is out there. It
/// is no part of what the journal and checkpoints are about, and every copy of the folder has it.
struct SecretFile {
    /// The secret.
    var secret: StoreSecret

    /// A file of that secret.
    init(secret: StoreSecret) {
        self.secret = secret
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes { json in json.member("secret", secret.bytes.hexadecimal) }
    }

    /// Reads the file. What is wrong with the secret is not told by showing it.
    init(_ bytes: [UInt8]) throws(FormatError) {
        var secret: StoreSecret?
        try Document.read(bytes) { (name, reader) throws(FormatError) in
            guard name == "secret" else { throw reader.unknown(name) }
            secret = [UInt8](hexadecimal: try reader.string()).flatMap(StoreSecret.init)
        }
        guard let secret else { throw FormatError(offset: 0, reason: "the file lacks a secret") }
        self.secret = secret
    }
}

extension DataFolder {
    /// The secret of the folder; `nil` where it has none yet.
    /// - Throws: `StorageError` for a file that is damaged or cannot be read.
    func secret() throws(StorageError) -> StoreSecret? {
        try content(of: FileName.secret) { bytes throws(FormatError) in try SecretFile(bytes).secret }
    }

    /// Keeps the secret of a folder that has none.
    func keep(_ secret: StoreSecret) throws(FileError) {
        try fileSystem.replaceFile(path(of: FileName.secret), with: SecretFile(secret: secret).bytes)
        try fileSystem.syncFolder(path)
    }
}
