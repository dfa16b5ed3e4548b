/**
 * The bank of Modesto: the article's servers of 1995 as a closed network, and what the article states of them.
 *
 * <pre>
 *   Setting1995 ──▶ ModestoModel ──▶ Centres ──▶ MeanValues (exact) ──▶ ModelledServer
 *                      ▲                                                    │
 *                 Parameters1995                       Statement ──▶ JudgedStatement: right or not
 * </pre>
 */
@NullMarked
package org.debitcredit.lab.modesto;

import org.jspecify.annotations.NullMarked;
