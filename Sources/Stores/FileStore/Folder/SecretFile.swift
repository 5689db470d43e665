import Checklists
import Digest
import JSON
import Records

/// The secret of the store: `secret.json`.
///
/// It is drawn when it is first needed and never changes, because clients hold data that it encrypted or
/// signed. Journal and checkpoints do not cover it. Every copy of the folder contains it.
struct SecretFile {
    var secret: StoreSecret

    init(secret: StoreSecret) {
        self.secret = secret
    }

    var bytes: [UInt8] {
        Document.bytes { json in json.member("secret", secret.bytes.hexadecimal) }
    }

    /// Parses the file. No error reveals the secret.
    init(_ bytes: [UInt8]) throws(FormatError) {
        var secret: StoreSecret?
        try Document.read(bytes) { (name, reader) throws(FormatError) in
            guard name == "secret" else { throw reader.unknown(name) }
            secret = [UInt8](hexadecimal: try reader.string()).flatMap(StoreSecret.init)
        }
        guard let secret else { throw FormatError(offset: 0, reason: "the file has no secret") }
        self.secret = secret
    }
}

extension DataFolder {
    /// The secret of the folder; `nil` if it has none.
    /// - Throws: `StorageError` if the file is damaged, unreadable or lost.
    func secret() throws(StorageError) -> StoreSecret? {
        try uncoveredContent(of: FileName.secret) { bytes throws(FormatError) in
            try SecretFile(bytes).secret
        }
    }

    /// Writes the secret of a folder that has none.
    func keep(_ secret: StoreSecret) throws(FileError) {
        try fileSystem.replaceFile(path(of: FileName.secret), with: SecretFile(secret: secret).bytes)
        try fileSystem.syncFolder(path)
    }
}
