package org.debitcredit.checkpoint;

import org.debitcredit.snapshot.Snapshot;

/**
 * A snapshot that was requested and is published.
 *
 * @param nanos from its start, which may be earlier than the request, to its publication
 */
public record TakenSnapshot(Snapshot snapshot, long nanos) {}
