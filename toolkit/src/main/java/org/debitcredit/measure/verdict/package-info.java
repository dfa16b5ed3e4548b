/**
 * The rules by which a measured run is judged. Each rule is a function of the measured values, and returns a finding,
 * which names the rule, the value and the bound.
 *
 * <pre>
 *   Evidence ──▶ Judge ──▶ rule, rule, ... ──▶ Finding, Finding, ... ──▶ RunVerdict
 * </pre>
 */
@NullMarked
package org.debitcredit.measure.verdict;

import org.jspecify.annotations.NullMarked;
