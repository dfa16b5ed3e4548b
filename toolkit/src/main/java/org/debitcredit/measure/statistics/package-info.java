/**
 * The statistics by which a measurement is judged: pure functions of samples, each with its source. Distributions,
 * ranks and regressions come from Hipparchus; the tests that it does not have are here.
 *
 * <p>A probability that a test returns is its p-value: how likely a sample at least as extreme is when the null
 * hypothesis holds. {@link org.debitcredit.measure.statistics.Significance} says how small it must be for a rejection.
 */
@NullMarked
package org.debitcredit.measure.statistics;

import org.jspecify.annotations.NullMarked;
