/**
 * Snapshots: the balances of a bank in a dense file that every ledger can write and load, copied page by page while
 * transactions run.
 *
 * <pre>
 *   start ──▶ page, page, page, ... ──▶ end ──▶ read back ──▶ publish: write, force, rename, force directory
 *             (fuzzy: each balance is of some moment between the two; redo from the start sets all right)
 * </pre>
 *
 * {@link org.debitcredit.snapshot.PageLayout} describes the bytes. A snapshot has the position of its start, and can be
 * used only with a journal that reaches its end.
 */
@NullMarked
package org.debitcredit.snapshot;

import org.jspecify.annotations.NullMarked;
