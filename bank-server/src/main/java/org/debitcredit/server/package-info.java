/**
 * The service: REST and gRPC over one engine.
 *
 * <pre>
 *   REST  (rest) ─┐ event loop
 *                 ├─ RequestGateway (loop) ──────────────▶ engine (the writer)
 *   gRPC  (grpc) ─┘      ▲                                   │
 *                        └── EventLoopMailbox ◀── answers ───┘   one wake-up per group
 * </pre>
 *
 * {@code lifecycle} opens and closes the bank and knows its state, {@code security} stands before all of it, and {@code
 * answer} holds the reasons that both transports name.
 */
@NullMarked
package org.debitcredit.server;

import org.jspecify.annotations.NullMarked;
