/** How long to wait before something that failed is tried again. */
@NullMarked
package org.debitcredit.retry;

import org.jspecify.annotations.NullMarked;
