package org.debitcredit.settings;

import java.util.OptionalLong;

/**
 * What an operator gives up, as the refusal of a start named it.
 *
 * @param after last position before a damage: every transaction after it is given up. It serves one start
 * @param keysThrough last position before what is whole: the keys up to it are given up, and no transaction
 */
public record AcceptedLoss(OptionalLong after, OptionalLong keysThrough) {}
