/**
 * The transaction bus: many submitters, one writer.
 *
 * <pre>
 *   submit ──▶ ring (Disruptor) ──▶ Writer, one thread, for each group:
 *   submit ──▶   full = refused        admit    keys: repeat, twin, conflict, expired, or new
 *   submit ──▶                         execute  Ledger: outcomes and after-images
 *                                      append   JournalWriter: one document
 *                                      force    one fdatasync
 *                                      commit   Ledger, keys
 *                                      answer   passengers, then inquiries on the committed state
 * </pre>
 *
 * While the writer forces, the next passengers gather in the ring: that is group commit.
 */
@NullMarked
package org.debitcredit.engine;

import org.jspecify.annotations.NullMarked;
