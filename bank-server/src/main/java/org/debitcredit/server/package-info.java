/**
 * The service: REST and gRPC over one engine.
 *
 * <pre>
 *   REST  (rest) ─┐ event loop        ┌─ lifecycle ─┐
 *                 ├─ Desk (loop) ────▶│  BankDoor   │──▶ engine (the writer)
 *   gRPC  (grpc) ─┘      ▲            └─────────────┘        │
 *                        └──────── LoopReturn ◀── answers ───┘   one wake-up per group
 * </pre>
 *
 * {@code security} stands before all of it, {@code answer} holds the reasons both transports name.
 */
@NullMarked
package org.debitcredit.server;

import org.jspecify.annotations.NullMarked;
