package org.debitcredit.settings;

import java.util.OptionalLong;

/**
 * The loss that an operator accepts, as named by the message of a refused start.
 *
 * @param after last position before a damage; every transaction after it is discarded. It is valid for one start
 * @param keysThrough last position before the intact part; the keys and the history up to it are discarded, but no
 *     balance
 */
public record AcceptedLoss(OptionalLong after, OptionalLong keysThrough) {}
