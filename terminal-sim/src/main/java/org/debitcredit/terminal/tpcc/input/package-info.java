/**
 * What terminals ask for: the mix of transactions, their inputs and the times of a person at a keyboard (clauses 2.4.1
 * to 2.8.1 and 5.2). Everything is drawn from a seeded source, so that a run can be repeated.
 */
@NullMarked
package org.debitcredit.terminal.tpcc.input;

import org.jspecify.annotations.NullMarked;
