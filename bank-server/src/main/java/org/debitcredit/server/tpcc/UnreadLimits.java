package org.debitcredit.server.tpcc;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.debitcredit.server.network.ByteBudget;

/**
 * The limits of a stream whose client does not read its answers.
 *
 * @param unread for the unread answers of all streams together
 * @param afterSendMax runs a task once the client's time to read an answer is over
 * @param disconnect closes the stream's connection, and returns whether it did; a proxy's connection, which carries
 *     other clients' calls, stays open
 */
record UnreadLimits(ByteBudget unread, Consumer<Runnable> afterSendMax, BooleanSupplier disconnect) {}
