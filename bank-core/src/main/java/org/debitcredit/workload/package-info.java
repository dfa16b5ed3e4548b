/**
 * The workload of terminals: the DebitCredit mix of Gray &amp; Levine and TPC-A, and the wider mix of an ATM. Every
 * random choice comes from a seed, so that a run can be repeated.
 */
@NullMarked
package org.debitcredit.workload;

import org.jspecify.annotations.NullMarked;
