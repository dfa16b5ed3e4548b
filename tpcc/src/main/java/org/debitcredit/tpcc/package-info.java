/**
 * A workload derived from TPC-C, revision 5.11: its requests and answers as plain records. Results are named
 * "TPC-C-derived" and never by the names that the TPC reserves for audited results.
 *
 * <pre>
 *   database ◀── load, execute (the five transactions), check (the twelve conditions)
 *   wire     ──▶ requests and answers of this package
 * </pre>
 *
 * Money is {@code long} cents; taxes and discounts are ten-thousandths; times are microseconds since the Unix epoch.
 */
@NullMarked
package org.debitcredit.tpcc;

import org.jspecify.annotations.NullMarked;
