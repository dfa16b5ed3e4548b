/** The databases that the workload runs on, and what differs between them. */
@NullMarked
package org.debitcredit.tpcc.database;

import org.jspecify.annotations.NullMarked;
