package org.debitcredit.terminal.run;

/**
 * The connections of a run's terminals to the server, which they share.
 *
 * @param limit the most that they may have open at one time
 * @param most that were open at one time
 * @param opened in all
 */
public record ConnectionCounts(int limit, long most, long opened) {}
