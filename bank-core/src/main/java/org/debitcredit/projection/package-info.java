/**
 * The projection: a copy of the bank in a SQL database, kept by following the durable journal, for statements and for
 * SQL queries. No request waits for it, and no decision depends on it.
 */
@NullMarked
package org.debitcredit.projection;

import org.jspecify.annotations.NullMarked;
