/**
 * Snapshots: the balances of a bank in a dense file that every ledger can write and load, copied page by page while
 * transactions run.
 *
 * <pre>
 *   start mark ──▶ page, page, page, ... ──▶ end mark ──▶ read back ──▶ publish: write, force, rename, force directory
 *                  (fuzzy: each balance is of some moment between the marks; redo from the start sets all right)
 * </pre>
 *
 * {@link org.debitcredit.snapshot.PageLayout} describes the bytes. A snapshot has the position of its start, and can be
 * used only with a journal that reaches its end.
 */
@NullMarked
package org.debitcredit.snapshot;

import org.jspecify.annotations.NullMarked;
