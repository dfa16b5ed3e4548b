/**
 * Measuring of runs. Response times are recorded in histograms, which are merged and never averaged, so that every
 * percentile comes from the samples themselves.
 */
@NullMarked
package org.debitcredit.measure;

import org.jspecify.annotations.NullMarked;
