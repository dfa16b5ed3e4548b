/**
 * From files to a running bank, and back: opening, redo, offline verification.
 */
@NullMarked
package org.debitcredit.recovery;

import org.jspecify.annotations.NullMarked;
