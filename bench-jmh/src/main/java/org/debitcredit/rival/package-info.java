/**
 * The workload derived from TPC-C as it is usually written over JDBC: one statement for each row, in the process that
 * makes the inputs, without a network between them. What the server of {@code tpcc/v1} is compared with.
 */
@NullMarked
package org.debitcredit.rival;

import org.jspecify.annotations.NullMarked;
