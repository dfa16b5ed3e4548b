/**
 * The bank as such: its scale, its ids, its money and its identity. Knows nothing of transactions or storage.
 *
 * <p>Nothing here is null unless it says so; the same holds for every package of this project.
 */
@NullMarked
package org.debitcredit.bank;

import org.jspecify.annotations.NullMarked;
