/** Fills the database (clause 4.3), in parts that are committed one by one. */
@NullMarked
package org.debitcredit.tpcc.load;

import org.jspecify.annotations.NullMarked;
