package org.debitcredit.terminal.certify;

import java.util.UUID;
import org.debitcredit.terminal.contract.ReportedKeyStatus;

/**
 * An answer to a transaction.
 *
 * @param balanceMinor {@link ReportedKeyStatus#NO_BALANCE} of a refusal
 */
record Answered(UUID key, long position, long balanceMinor) {}
