/** A bank by its REST contract: requests, answers, totals, opening balances. */
@NullMarked
package org.debitcredit.terminal.contract;

import org.jspecify.annotations.NullMarked;
