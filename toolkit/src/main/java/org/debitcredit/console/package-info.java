/** Parts that the commands of all jars share: options, progress and failures. They are independent of the bank. */
@NullMarked
package org.debitcredit.console;

import org.jspecify.annotations.NullMarked;
