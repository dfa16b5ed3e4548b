/**
 * The projection: a copy of the bank in a SQL database, kept by following the durable journal, for statements and for
 * whoever asks in SQL. No request waits for it, and nothing is decided on it.
 */
@NullMarked
package org.debitcredit.projection;

import org.jspecify.annotations.NullMarked;
