/**
 * The statistics that a measurement is judged by: pure functions of samples, each with its source named. Distributions,
 * ranks and regressions are those of Hipparchus; the tests that it lacks are here.
 *
 * <p>A probability that a test answers is its p-value: how likely a sample at least as extreme is when the null hypothesis
 * holds. {@link org.debitcredit.measure.statistics.Significance} says how small it must be for a rejection.
 */
@NullMarked
package org.debitcredit.measure.statistics;

import org.jspecify.annotations.NullMarked;
