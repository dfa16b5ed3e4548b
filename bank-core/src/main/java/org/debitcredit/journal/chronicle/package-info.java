/**
 * The journal on Chronicle Queue, with a thread that writes zeros ahead of the writer.
 */
@NullMarked
package org.debitcredit.journal.chronicle;

import org.jspecify.annotations.NullMarked;
