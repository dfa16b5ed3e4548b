/**
 * The record of a bank outside its journal: that it was founded, how far its journal reached, and whether it was closed
 * cleanly. A start compares the journal with it.
 *
 * <pre>
 *   DIR/bank         FOUNDING ─▶ OPEN, epoch 1 ─▶ OPEN, epoch 2 ─▶ CLOSED, epoch 2 at position 4,711 ─▶ OPEN, epoch 3
 *   DIR/journal/                 epoch 1           epoch 2           end record                          epoch 3
 * </pre>
 *
 * The journal is always forced first, so it is at or after its record. A journal that ends before its record has lost
 * something that may have been acknowledged.
 *
 * <p>The record also contains the epoch with which the journal begins. It is written before older epochs are removed. A
 * journal that begins with a later epoch has lost keys that clients may send again.
 */
@NullMarked
package org.debitcredit.founding;

import org.jspecify.annotations.NullMarked;
