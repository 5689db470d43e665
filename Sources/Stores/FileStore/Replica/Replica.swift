import Checklists
import Digest
import JSON
import Records

/// A second copy of a store in another folder, which a running server keeps up to date.
///
/// The copy consists of generations. A generation is a copy of the data folder, whose journal grows with that
/// of the store, and the moments at which its changes became durable. A new generation begins each day, so
/// that a restore reads a short journal and old moments can be dropped.
public struct Replica: Sendable {
    /// The folder of the copy. Its paths and errors work as those of a data folder.
    let folder: DataFolder

    /// Makes a reference to a folder that may not exist.
    public init(at path: String) {
        self.init(at: path, LinuxFileSystem())
    }

    /// Makes a reference to a folder of another file system.
    package init(at path: String, _ fileSystem: any FileSystem) {
        folder = DataFolder(at: path, fileSystem)
    }

    /// Checks at a start that the folder can hold the copy of a store. Creates the folder if it is missing.
    ///
    /// - Throws: `StorageError.foreignReplica` for the copy of another store, `exists` for a folder with
    ///   other files, `locked` if another server writes the copy, and `system` if the folder cannot be
    ///   written.
    public func check(for data: DataFolder) throws(StorageError) {
        try asStorageError { () throws(FileError) in try folder.make() }
        if let owner = try owner() {
            guard let secret = try data.secret(), secret.identity == owner else {
                throw .foreignReplica(path: folder.path)
            }
            folder.fileSystem.close(try lock())
        } else if try !isUnused() {
            throw .exists(path: folder.path)
        }
        try asStorageError { () throws(FileError) in
            let probe = folder.path(of: ReplicaFile.name + FileName.temporarySuffix)
            try folder.fileSystem.writeFile(probe, [], .replacing)
            try folder.fileSystem.remove(probe)
        }
    }

    /// The identity of the store that the folder is the copy of; `nil` if it is none yet.
    func owner() throws(StorageError) -> String? {
        try folder.content(of: ReplicaFile.name) { bytes throws(FormatError) in try ReplicaFile(bytes).store }
    }

    /// Whether the folder exists and has no files. A new file system has a folder for lost files.
    func isUnused() throws(StorageError) -> Bool {
        let own = ["lost+found", ReplicaFile.name + FileName.temporarySuffix]
        return try asStorageError { () throws(FileError) in
            try folder.fileSystem.names(in: folder.path).allSatisfy(own.contains)
        }
    }

    /// Makes an unused folder the copy of a store.
    func begin(for store: String) throws(FileError) {
        let bytes = ReplicaFile(store: store).bytes
        try folder.fileSystem.replaceFile(folder.path(of: ReplicaFile.name), with: bytes)
        try folder.fileSystem.syncFolder(folder.path)
    }

    /// Locks the folder against other servers until the returned file is closed.
    /// - Throws: `StorageError.locked`.
    func lock() throws(StorageError) -> File {
        let file = try asStorageError { () throws(FileError) in
            let file = try folder.fileSystem.open(folder.path(of: ReplicaFile.name), .writing)
            do throws(FileError) {
                if try folder.fileSystem.lock(file, .exclusive, waits: false) { return file as File? }
            } catch {
                folder.fileSystem.close(file)
                throw error
            }
            folder.fileSystem.close(file)
            return nil
        }
        guard let file else { throw .locked(folder: folder.path) }
        return file
    }

    /// The complete generations, oldest first.
    func generations() throws(FileError) -> [ReplicaGenerationName] {
        try folder.fileSystem.names(in: folder.path).compactMap(ReplicaGenerationName.init)
            .sorted { $0.start < $1.start }
    }

    /// Removes what an interrupted copy has left behind.
    func removePartials() throws(FileError) {
        for name in try folder.fileSystem.names(in: folder.path)
        where name.hasSuffix(ReplicaGenerationName.partialSuffix) {
            remove(partial: name)
        }
    }

    /// Removes the generations that only have moments before the given one.
    func removeGenerations(endingBefore moment: Timestamp) throws(FileError) {
        let all = try generations()
        for (old, next) in zip(all, all.dropFirst()) where next.start <= moment {
            let partial = old.text + ReplicaGenerationName.partialSuffix
            // A half-removed generation must not look complete.
            try folder.fileSystem.rename(folder.path(of: old.text), to: folder.path(of: partial))
            remove(partial: partial)
        }
    }

    /// Removes an incomplete generation. Files that cannot be removed stay under its name.
    func remove(partial name: String) {
        let copy = folder.path(of: "\(name)/\(ReplicaGenerationName.data)")
        DataFolder(at: copy, folder.fileSystem).removeAll()
        try? folder.fileSystem.remove(folder.path(of: "\(name)/\(ReplicaGenerationName.moments)"))
        try? folder.fileSystem.removeFolder(folder.path(of: name))
    }
}

/// The store of which a folder is the copy: `REPLICA`.
struct ReplicaFile {
    static let name = "REPLICA"

    /// The identity of the store.
    var store: String

    init(store: String) {
        self.store = store
    }

    var bytes: [UInt8] {
        Document.bytes { json in json.member("store", store) }
    }

    init(_ bytes: [UInt8]) throws(FormatError) {
        var store: String?
        try Document.read(bytes) { (name, reader) throws(FormatError) in
            guard name == "store" else { throw reader.unknown(name) }
            store = try reader.string()
        }
        guard let store else { throw FormatError(offset: 0, reason: "the file names no store") }
        self.store = store
    }
}

extension StoreSecret {
    /// The identity of the store, from which nobody can derive the secret. A restored store keeps it.
    var identity: String {
        Array(HMAC.sha256(key: bytes, Array("checklistd replica".utf8)).prefix(16)).hexadecimal
    }
}
