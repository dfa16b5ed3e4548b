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
 * {@code lifecycle} opens and closes the bank and has its state, {@code security} checks every request first, and
 * {@code answer} contains the reasons that both transports use. {@code region} connects the service with those of other
 * regions.
 */
@NullMarked
package org.debitcredit.server;

import org.jspecify.annotations.NullMarked;
