/** The laboratory's commands: {@code probe}, {@code bench} and {@code simulate}. */
@NullMarked
package org.debitcredit.laboratory;

import org.jspecify.annotations.NullMarked;
