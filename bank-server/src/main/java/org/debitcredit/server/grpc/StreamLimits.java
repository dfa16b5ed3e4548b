package org.debitcredit.server.grpc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What bounds one stream.
 *
 * @param budget bytes that its batches may hold
 * @param afterSendMax has its event loop do something once a client has had its time to read an answer
 * @param isTooMuchMalformed counts a malformed batch, and says whether its connection has sent more than a client that
 *     means
 *     well
 * @param disconnect closes its connection, and says whether it did: a proxy's, which has the calls of others too, stays
 */
record StreamLimits(
        StreamBudgets.OfStream budget,
        Consumer<Runnable> afterSendMax,
        BooleanSupplier isTooMuchMalformed,
        BooleanSupplier disconnect) {}
