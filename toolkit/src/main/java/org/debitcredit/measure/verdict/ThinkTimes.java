package org.debitcredit.measure.verdict;

import org.debitcredit.measure.statistics.TruncatedExponential;

/**
 * Random draws of think times.
 *
 * @param name of what is thought about: one kind of request, or all
 * @param law that they were asked to follow
 * @param millis as they were drawn
 */
public record ThinkTimes(String name, TruncatedExponential law, long[] millis) {}
