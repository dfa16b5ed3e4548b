/** What every command of the terminals says and how it refuses. */
@NullMarked
package org.debitcredit.terminal.console;

import org.jspecify.annotations.NullMarked;
