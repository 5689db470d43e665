import Checklists
import Glibc
import MemoryStore
import Paging
import Synchronization

extension FileStore {
    /// Writes the queue, batch by batch, until the store is closed or the disk fails.
    ///
    /// - Parameter writtenAt: The time of the last write before the start, if it is known.
    func runJournal(_ writer: JournalWriter, writtenAt: Timestamp?) {
        var journal = writer
        defer { journal.close() }
        mark(journal)
        record(journal, through: journal.last, by: writtenAt)
        while let task = nextTask(behind: &journal) {
            do throws(JournalFailure) {
                try perform(task, &journal)
            } catch {
                switch error {
                case .refused(let cause): rollBack(to: journal.end, because: cause)
                case .lost(let cause): return giveUp(because: cause)
                }
            }
        }
        sealLast(&journal)
    }

    /// Waits for work; `nil` ends the thread.
    private func nextTask(behind journal: inout JournalWriter) -> FileStoreState.JournalTask? {
        var hasIdled = false
        while true {
            let health: StorageState
            let task: FileStoreState.JournalTask?
            let isEnding: Bool
            (task, health, isEnding) = state.withLock { state in
                state.journal.isWaiting = false
                if state.queue.count > 0 || state.journal.rotationWaiter != nil {
                    return (state.take(behind: journal), state.availability.health, false)
                }
                if state.journal.isEnding { return (nil, state.availability.health, true) }
                // On a full disk, a seal tests whether there is space again.
                if hasIdled,
                    state.availability.health == .full
                        || state.availability.health == .ok && !journal.isSealed
                {
                    return (state.takeSeal(behind: journal), state.availability.health, false)
                }
                state.journal.isWaiting = true
                return (nil, state.availability.health, false)
            }
            if task != nil || isEnding { return task }
            let secondsMax: Double? =
                switch health {
                case .ok: journal.isSealed ? limits.placeCheckSeconds : limits.sealIdleSeconds
                case .full: limits.roomRetrySeconds
                case .readOnly, .moved: nil
                }
            hasIdled = !journalSemaphore.wait(secondsMax: secondsMax)
            guard hasIdled else { continue }
            do throws(JournalFailure) {
                try checkPlace(of: &journal)
            } catch {
                rollBack(to: journal.end, because: error.cause)
            }
        }
    }

    /// Checks each second that the path of the folder leads to the open files. A folder that was moved or
    /// deleted accepts writes, but the next start would not find them.
    private func checkPlace(of journal: inout JournalWriter) throws(JournalFailure) {
        let instant = uptime()
        if let last = journal.placeCheckedAt, (instant - last) / .seconds(1) < limits.placeCheckSeconds {
            return
        }
        for file in [lock, journal.file] where !folder.fileSystem.isInPlace(file) {
            throw .refused(FileError(call: "stat", path: file.path, code: ESTALE))
        }
        journal.placeCheckedAt = instant
    }

    /// Writes a batch or a seal, then starts a new segment if a checkpoint requests one.
    private func perform(
        _ task: FileStoreState.JournalTask, _ journal: inout JournalWriter
    ) throws(JournalFailure) {
        let rotation = task.rotation
        if rotation != nil { journal.placeCheckedAt = nil }
        do throws(JournalFailure) {
            try checkPlace(of: &journal)
            try write(task, &journal)
            if rotation != nil {
                try journal.rotate()
                mark(journal)
                record(journal, through: nil)
                let end = journal.end
                state.withLock { $0.finishRotation(journalEnd: end) }
            }
        } catch {
            if let rotation {
                state.withLock { $0.putBack(rotation.made) }
                rotation.waiter(.failure(.system(error.cause)))
            }
            throw error
        }
        if let rotation { rotation.waiter(.success(rotation.made)) }
    }

    /// Writes lines and notifies their waiters.
    private func write(
        _ task: consuming FileStoreState.JournalTask, _ journal: inout JournalWriter
    ) throws(JournalFailure) {
        let (count, bytes) = (task.count, task.lines.count)
        let start = uptime()
        if count > 0 {
            try journal.append(task.lines, through: task.through)
            mark(journal)
        } else if bytes > 0 {
            try seal(&journal)
        }
        let isWritten = bytes > 0
        if isWritten { record(journal, through: count > 0 ? journal.last : nil) }
        let (waiters, wasOK, isDue) = state.withLock { state in
            let wasOK = !isWritten || exchange(&state.availability.health, with: .ok) == .ok
            return (state.finish(&task), wasOK, state.wakeCheckpoints(limits))
        }
        if let commit = waiters.commit { feed.send(commit) }
        waiters.send()
        if isDue { checkpointSemaphore.send() }
        if !wasOK { onEvent(.stateChanged(.ok, because: nil)) }
        if count > 0 {
            onEvent(.synced(changes: count, bytes: bytes, duration: uptime() - start))
        } else if isWritten {
            onEvent(.sealed)
        }
    }

    /// Makes the end of the journal known to the replica.
    ///
    /// - Parameter time: A time by which the changes were durable; `nil` for now.
    private func record(_ journal: JournalWriter, through revision: Revision?, by time: Timestamp? = nil) {
        let position = JournalPosition(segment: journal.number, end: journal.end)
        replicator?.record(position, through: revision, by: time)
    }

    /// Rolls back a batch that could not be written, and all later changes.
    private func rollBack(to end: Int, because cause: FileError) {
        let health: StorageState = cause.isMoved ? .moved : cause.isLackOfRoom ? .full : .readOnly
        if health == .moved { replicator?.halt() }
        let (waiters, wasSame) = state.withLock { state in
            let old = exchange(&state.availability.health, with: health)
            let error = health == .full ? ChecklistsError.storageFull : .readOnly
            return (state.rollBack(journalEnd: end, .rolledBack(error)), old == health)
        }
        waiters.send()
        if !wasSame { onEvent(.stateChanged(health, because: cause)) }
    }

    /// Ends the store, because the content of the disk is unknown.
    func giveUp(because cause: FileError) {
        if state.withLock({ exchange(&$0.availability.hasGivenUp, with: true) }) { return }
        // The process ends here, before any waiter gets a result.
        onFatal(cause)
        let (waiters, rotationWaiter) = state.withLock { state in
            state.availability.isClosed = true
            return (
                state.rollBack(journalEnd: 0, .closed), exchange(&state.journal.rotationWaiter, with: nil)
            )
        }
        waiters.send()
        rotationWaiter?(.failure(.closed))
        checkpointSemaphore.send()
    }

    /// Writes the durable watermark.
    private func mark(_ journal: JournalWriter) {
        let bytes = DurableWatermark(segment: journal.number, end: journal.end).bytes
        // A failure only loses the means to detect later damage. The previous watermark stays true.
        try? folder.fileSystem.writeAll(bytes.span.bytes, to: lock, at: 0)
    }

    /// Writes a line that states that everything before it is durable, and syncs the watermark.
    private func seal(_ journal: inout JournalWriter) throws(JournalFailure) {
        try journal.seal()
        mark(journal)
        do throws(FileError) {
            try folder.fileSystem.syncContent(of: lock)
        } catch {
            throw .lost(error)
        }
    }

    /// Seals the journal when the store closes without a failure.
    private func sealLast(_ journal: inout JournalWriter) {
        guard !journal.isSealed, state.withLock({ $0.availability.health }) == .ok else { return }
        do throws(JournalFailure) {
            try seal(&journal)
            onEvent(.sealed)
        } catch {
            // All returned results are durable without the seal.
            if case .lost(let cause) = error { onFatal(cause) }
        }
    }
}
