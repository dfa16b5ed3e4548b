package org.debitcredit.measure.verdict;

import org.debitcredit.measure.statistics.TruncatedExponential;

/**
 * Random draws of think times.
 *
 * @param name of the kind of request, or of all kinds
 * @param the law that they should follow
 * @param millis as they were drawn
 */
public record ThinkTimes(String name, TruncatedExponential law, long[] millis) {}
