/**
 * A server for the workload derived from TPC-C. It has a database and knows nothing of the bank.
 *
 * <pre>
 *   ExecuteCall (stream) ──▶ TpccExecutor: bounded queue ──▶ thread with a TpccSession, CommitGroup ──▶ answers
 *                                deferred deliveries ──▶ the same threads, when no request waits or one is overdue
 * </pre>
 */
@NullMarked
package org.debitcredit.server.tpcc;

import org.jspecify.annotations.NullMarked;
