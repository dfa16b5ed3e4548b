/**
 * What the commands of all jars share: how options are read, how progress and failures are shown. Knows nothing of the
 * bank.
 */
@NullMarked
package org.debitcredit.console;

import org.jspecify.annotations.NullMarked;
