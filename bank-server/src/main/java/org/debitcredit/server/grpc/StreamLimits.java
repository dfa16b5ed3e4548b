package org.debitcredit.server.grpc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The limits of one stream.
 *
 * @param budget bytes that its batches may hold
 * @param afterSendMax runs a task on its event loop once the client's time to read an answer is over
 * @param isTooMuchMalformed counts a malformed batch, and returns whether its connection has sent more than a
 *     well-behaved client
 * @param disconnect closes its connection, and returns whether it did; a proxy's connection, which carries other
 *     clients' calls, stays open
 */
record StreamLimits(
        StreamBudgets.OfStream budget,
        Consumer<Runnable> afterSendMax,
        BooleanSupplier isTooMuchMalformed,
        BooleanSupplier disconnect) {}
