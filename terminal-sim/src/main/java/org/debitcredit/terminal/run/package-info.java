/** One run of terminals in Gatling, and what they observed. */
@NullMarked
package org.debitcredit.terminal.run;

import org.jspecify.annotations.NullMarked;
