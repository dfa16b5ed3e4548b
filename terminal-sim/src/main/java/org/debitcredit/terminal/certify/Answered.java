package org.debitcredit.terminal.certify;

import java.util.UUID;
import org.debitcredit.terminal.contract.KeyStatus;

/**
 * An answer to a transaction.
 *
 * @param balanceMinor {@link KeyStatus#NO_BALANCE} of a refusal
 */
record Answered(UUID key, long position, long balanceMinor) {}
