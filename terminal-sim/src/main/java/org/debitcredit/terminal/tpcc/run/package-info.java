/**
 * Drives a server of {@code tpcc/v1}: an open loop at a rate, or terminals that key and think.
 *
 * <pre>
 *   OpenLoopClient, ClosedLoopClient ──▶ RequestStream (one stream of gRPC) ──▶ server
 *                    └──▶ Window ◀── answers ──┘
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.tpcc.run;

import org.jspecify.annotations.NullMarked;
