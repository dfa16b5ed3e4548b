/**
 * How throughput grows with processors, streams or whatever else is added: Amdahl's law, Gunther's Universal
 * Scalability Law, and the rule of the article on the bank of Modesto, fitted by least squares.
 *
 * <pre>
 *   ScalingPoint ... ──▶ CurveFit (Levenberg-Marquardt) ──▶ Curve
 *                            │  Bootstrap: intervals          │
 *                            └─ LackOfFit: does it hold? ─────┴─▶ ScalingFit ──▶ ScalingReport: which one suffices
 * </pre>
 */
@NullMarked
package org.debitcredit.lab.scaling;

import org.jspecify.annotations.NullMarked;
