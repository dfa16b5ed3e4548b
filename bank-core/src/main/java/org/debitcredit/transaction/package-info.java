/**
 * What is asked of the bank and what it answers.
 *
 * <p>A {@link org.debitcredit.transaction.Transaction} goes in, an {@link org.debitcredit.transaction.Outcome} comes
 * out. Between the two everything is columnar: {@link org.debitcredit.transaction.RequestColumns} holds what was asked,
 * {@link org.debitcredit.transaction.TransactionBatch} what was decided, with after-images, and a
 * {@link org.debitcredit.transaction.Mark} says which point of which history a state stands at.
 */
@NullMarked
package org.debitcredit.transaction;

import org.jspecify.annotations.NullMarked;
