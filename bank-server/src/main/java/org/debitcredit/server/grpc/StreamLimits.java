package org.debitcredit.server.grpc;

import java.util.function.Consumer;

/**
 * What bounds one stream.
 *
 * @param budget bytes that its batches may hold
 * @param afterSendMax has its event loop do something once a client has had its time to read an answer
 * @param disconnect closes its connection
 */
record StreamLimits(StreamBudgets.OfStream budget, Consumer<Runnable> afterSendMax, Runnable disconnect) {}
