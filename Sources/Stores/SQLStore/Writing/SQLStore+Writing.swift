public import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        try checkIsHeard()
        return try await withCheckedThrowingContinuation { continuation in
            let write = PendingWrite(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key) {
                continuation.resume(with: $0)
            }
            let isFirst = state.withLock { $0.queue.add(write) }
            if isFirst { Task { await writeAll() } }
        }
    }

    /// Processes all waiting requests, one transaction after the other.
    private func writeAll() async {
        while let batch = state.withLock({ $0.queue.next() }) { await write(batch) }
    }

    /// Processes a large request after the earlier large ones. Small requests continue until its transaction
    /// holds the owner's lock.
    private func writeApart(_ write: PendingWrite) {
        var write = write
        (write.isLarge, write.isAlone) = (true, true)
        let isFirst = state.withLock { $0.largeQueue.add(write) }
        guard isFirst else { return }
        Task {
            while let batch = state.withLock({ $0.largeQueue.next() }) { await self.write(batch) }
        }
    }

    /// Processes a batch. Requests that the transaction did not decide return to the queue.
    private func write(_ first: [PendingWrite]) async {
        var batch = first
        let deadline = ContinuousClock.now.advanced(by: limits.retryTime)
        while true {
            do {
                let transaction = try await WriteTransaction.run(&batch, in: self)
                return settle(transaction)
            } catch let doubt as InDoubt {
                state.withLock { $0.statistics.inDoubt += 1 }
                // A large transaction may have outlasted the first deadline.
                let end = max(deadline, ContinuousClock.now.advanced(by: limits.retryTime))
                guard let wasCommitted = await isCommitted(doubt, before: end) else {
                    return fail(doubt.transaction.decided.count, of: batch, ChecklistsError.unavailable)
                }
                onEvent(.settled(wasCommitted: wasCommitted))
                if wasCommitted { return settle(doubt.transaction) }
            } catch {
                guard let failure = await retry(batch, after: error, before: deadline) else { continue }
                return fail(batch.count, of: batch, failure)
            }
        }
    }

    /// Handles an error, and waits before a retry if one makes sense.
    ///
    /// - Returns: The error for the requests; `nil` if the transaction is to be retried.
    private func retry(
        _ batch: [PendingWrite], after error: any Error, before deadline: ContinuousClock.Instant
    ) async -> (any Error)? {
        switch error.failure {
        case .passing(let reason):
            guard ContinuousClock.now < deadline else { return ChecklistsError.unavailable }
            state.withLock { $0.statistics.retries += 1 }
            onEvent(.retried(reason))
            // If this fails, the next try fails with the same error.
            if error is HistoryEnded { try? await followHistory() }
            if error is UsageOutdated { try? await countUsage() }
            // The task is never cancelled.
            try? await Task.sleep(for: Limits.retryInterval)
            return nil
        case .full:
            if !state.withLock({ exchange(&$0.isFull, with: true) }) { onEvent(.full) }
            return ChecklistsError.storageFull
        case .lasting where batch.count > 1:
            // One request causes the error. Each runs alone, so that only that one fails.
            for var write in batch {
                write.isAlone = true
                await self.write([write])
            }
            return Handled()
        case .lasting: return error
        }
    }

    /// The requests of the batch have been answered one by one.
    private struct Handled: Error {}

    private func fail(_ count: Int, of batch: [PendingWrite], _ error: any Error) {
        if error is Handled { return }
        for write in batch.prefix(count) { write.fail(error) }
        putBack(batch.dropFirst(count))
    }

    private func putBack(_ rest: ArraySlice<PendingWrite>) {
        if !rest.isEmpty { state.withLock { $0.queue.putBack(rest) } }
    }

    /// Answers the requests of a durable transaction, and announces its commit.
    private func settle(_ transaction: WriteTransaction) {
        let hasRoomAgain = state.withLock { state in
            if transaction.isSmall { state.knowledge = transaction.knowledge }
            state.statistics.requests += transaction.decided.count
            state.statistics.largestBatch = max(state.statistics.largestBatch, transaction.decided.count)
            if let newest = transaction.changes.last?.revision {
                state.statistics.transactions += 1
                state.history.newest = max(state.history.newest, newest)
                // Otherwise other processes committed in between; the next look announces all of it.
                if state.announced == transaction.owner.history.newest { state.announced = newest }
            }
            state.queue.putBack(transaction.rest)
            return !transaction.changes.isEmpty && exchange(&state.isFull, with: false)
        }
        if hasRoomAgain { onEvent(.roomAgain) }
        if let commit = transaction.announcement {
            feed.send(commit)
            hinting.signal()
        }
        var spreading: [PendingWrite.Decided] = []
        for decided in transaction.decided {
            if decided.change?.changesCallers ?? false {
                spreading.append(decided)
            } else {
                decided.answer()
            }
        }
        if !spreading.isEmpty {
            Task { [spreading] in
                await spread(wasAlone: transaction.wasAlone)
                for decided in spreading { decided.answer() }
            }
        }
        if let large = transaction.large { writeApart(large) }
    }

    /// Determines whether a transaction was committed whose connection failed; `nil` if the deadline passes
    /// first.
    ///
    /// Under the owner's lock, the outcome of every earlier transaction is visible. This transaction writes
    /// too: a standby that has its commit also has the earlier one.
    private func isCommitted(_ doubt: InDoubt, before deadline: ContinuousClock.Instant) async -> Bool? {
        let parameters: [Parameter] = [
            .int(owner), .int(doubt.revision.column), .int(doubt.token),
        ]
        let statements = [
            Statement("BEGIN"), Statement(dialect.lockOwner, [.int(owner)]),
            Statement(
                "SELECT 1 FROM commits WHERE owner_id = $1 AND revision = $2 AND token = $3", parameters),
            Statement("UPDATE owners SET feed = feed WHERE owner_id = $1", [.int(owner)]),
            Statement("COMMIT"),
        ]
        while ContinuousClock.now < deadline {
            if let rows = try? await client.withConnection(on: .write, { try await $0.run(statements) }) {
                return !rows[2].isEmpty
            }
            try? await Task.sleep(for: Limits.retryInterval)
        }
        return nil
    }
}

/// The connection failed before the server acknowledged a commit.
struct InDoubt: Error {
    let transaction: WriteTransaction
    let revision: Revision
    let token: Int
}

extension Error {
    /// The kind of failure; `lasting` for an error that is not of the database.
    var failure: SQLFailure { (self as? any SQLError)?.failure ?? .lasting }

    /// Whether the transaction may have been committed without an acknowledgement.
    var leavesDoubt: Bool { (self as? any SQLError)?.leavesDoubt ?? false }

    /// Whether another transaction held a lock.
    var isConflict: Bool { (self as? any SQLError)?.isConflict ?? false }
}
