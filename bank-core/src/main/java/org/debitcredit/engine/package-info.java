/**
 * The engine: many submitters and one writer.
 *
 * <pre>
 *   submit ──▶ ring (Disruptor) ──▶ Writer, one thread, for each group:
 *   submit ──▶   full = refused        admit    keys: repeat, twin, conflict, expired, or new
 *   submit ──▶                         execute  Ledger: outcomes and after-images
 *                                      append   JournalWriter: one document
 *                                      force    one fdatasync
 *                                      commit   Ledger, keys
 *                                      answer   submissions, then inquiries on the committed state
 * </pre>
 *
 * While the writer forces, the next commands gather in the ring. This is group commit. {@link
 * org.debitcredit.engine.TransactionStateMachine} is the deterministic part, from admit to answer: it is driven by the
 * writer here, and could be driven by a replicated log.
 */
@NullMarked
package org.debitcredit.engine;

import org.jspecify.annotations.NullMarked;
