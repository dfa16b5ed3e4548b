/**
 * The journal is the commit point: a transaction is committed when its document is forced, and not before.
 *
 * <pre>
 *   JournalWriter ── encodes a batch as one document, chains checksums ──▶ Journal (one medium)
 *                                                                           append, force
 *   JournalReader ◀─ checks every link, cuts a torn tail ────────────────── read
 *
 *   epoch 1:  [header][batch][batch] ... [batch][end]
 *   epoch 2:  [header, cuts epoch 1 here][copy of epoch 1's last batch][batch] ...
 * </pre>
 *
 * Documents are the same bytes on every {@link org.debitcredit.journal.Journal}; an epoch begins at every start, and
 * earlier epochs are only read. Two packages implement it: {@code journal.chronicle}, and {@code journal.segment},
 * whose files are overwritten in rotation. {@link org.debitcredit.journal.DocumentLayout} describes the bytes.
 */
@NullMarked
package org.debitcredit.journal;

import org.jspecify.annotations.NullMarked;
