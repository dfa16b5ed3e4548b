/**
 * Checks of a stopped bank: its journal is read and decided again, and its snapshots and its ledger are compared with
 * the result.
 */
@NullMarked
package org.debitcredit.audit;

import org.jspecify.annotations.NullMarked;
