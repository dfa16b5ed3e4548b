/**
 * The bank in SQL tables, set-based: a batch is a handful of statements, not a handful per transaction. jOOQ speaks the
 * dialects, HikariCP holds the connections, Flyway the schema. On H2 in memory it is the default ledger.
 */
@NullMarked
package org.debitcredit.ledger.sql;

import org.jspecify.annotations.NullMarked;
