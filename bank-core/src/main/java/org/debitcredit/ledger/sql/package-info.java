/**
 * The bank in SQL tables, set-based: a batch takes a handful of statements, not a handful per transaction. jOOQ renders
 * the dialects, HikariCP pools connections, and Flyway manages the schema. On H2 in memory it is the default ledger.
 */
@NullMarked
package org.debitcredit.ledger.sql;

import org.jspecify.annotations.NullMarked;
