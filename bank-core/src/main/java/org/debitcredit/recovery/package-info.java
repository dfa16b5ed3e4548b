/**
 * From files to a running bank: founding, opening, and redo of the journal.
 */
@NullMarked
package org.debitcredit.recovery;

import org.jspecify.annotations.NullMarked;
