/**
 * One bank on two media, so that the loss of either medium loses nothing.
 *
 * <pre>
 *                    append, force          0: DIR/journal    [mirror: DUPLEX, generation 2][epochs]
 *   JournalWriter ──▶ MirroredJournal ──┬──▶
 *                          │            └──▶ 1: MIRROR/journal [mirror: DUPLEX, generation 2][epochs]
 *                          ▼ one fails
 *                     MirrorPair ── records on the survivor: ALONE, generation 3 ── and only then the bank goes on
 *
 *   start:  FoundCopy, FoundCopy ──▶ Reconciliation ──▶ which one holds everything;
 *                                                       whether the other has to be replaced
 * </pre>
 */
@NullMarked
package org.debitcredit.mirror;

import org.jspecify.annotations.NullMarked;
