/**
 * How runs are measured. Response times go into histograms that are merged and never averaged, so that every
 * percentile is one of the samples themselves.
 */
@NullMarked
package org.debitcredit.measure;

import org.jspecify.annotations.NullMarked;
