/** The consistency conditions of clause 3.3.2. */
@NullMarked
package org.debitcredit.tpcc.check;

import org.jspecify.annotations.NullMarked;
