/**
 * The rules by which a measured run is judged. Each rule is a function of what was measured, and answers a finding: the
 * rule by name, the value and the bound in words.
 *
 * <pre>
 *   Evidence ──▶ Judge ──▶ rule, rule, ... ──▶ Finding, Finding, ... ──▶ RunVerdict
 * </pre>
 */
@NullMarked
package org.debitcredit.measure.verdict;

import org.jspecify.annotations.NullMarked;
