/** The laboratory's commands: {@code probe}, {@code bench}, {@code sweep}, {@code lab} and {@code simulate}. */
@NullMarked
package org.debitcredit.laboratory;

import org.jspecify.annotations.NullMarked;
