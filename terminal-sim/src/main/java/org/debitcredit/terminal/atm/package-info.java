/** The command {@code atm} and the verdict as text and JSON. */
@NullMarked
package org.debitcredit.terminal.atm;

import org.jspecify.annotations.NullMarked;
