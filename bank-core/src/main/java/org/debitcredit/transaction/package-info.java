/**
 * Requests to the bank and its answers.
 *
 * <p>A {@link org.debitcredit.transaction.Transaction} goes in, an {@link org.debitcredit.transaction.Outcome} comes
 * out. Between the two everything is columnar: {@link org.debitcredit.transaction.RequestColumns} holds the requests,
 * {@link org.debitcredit.transaction.TransactionBatch} the decided transactions with after-images, and a {@link
 * org.debitcredit.transaction.LogPosition} identifies a point in a history.
 */
@NullMarked
package org.debitcredit.transaction;

import org.jspecify.annotations.NullMarked;
