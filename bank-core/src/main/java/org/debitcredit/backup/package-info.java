/**
 * Copies of a bank, taken while it runs or from its files, and banks restored from them.
 */
@NullMarked
package org.debitcredit.backup;

import org.jspecify.annotations.NullMarked;
