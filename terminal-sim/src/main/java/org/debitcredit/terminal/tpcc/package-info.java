/**
 * The commands {@code tpcc load}, {@code run}, {@code check} and {@code sweep}: a workload derived from TPC-C against a
 * server of {@code tpcc/v1}. Nothing here depends on a bank.
 *
 * <pre>
 *   TpccCommand ──▶ load, check, run, sweep ──▶ report ──▶ run ──▶ input
 *                               └─▶ Endpoint ──▶ TpccServerProcess
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.tpcc;

import org.jspecify.annotations.NullMarked;
