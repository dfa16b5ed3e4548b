/** The command {@code demo}. */
@NullMarked
package org.debitcredit.terminal.demo;

import org.jspecify.annotations.NullMarked;
