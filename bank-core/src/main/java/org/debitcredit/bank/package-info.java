/**
 * Scale, ids, money and identity of the bank. This package does not depend on transactions or storage.
 *
 * <p>Nothing here is null unless it is marked so. This applies to every package of this project.
 */
@NullMarked
package org.debitcredit.bank;

import org.jspecify.annotations.NullMarked;
