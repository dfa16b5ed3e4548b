/**
 * When a snapshot is taken, and what has to be kept of snapshots, journal and archive so that a start can begin
 * from it.
 */
@NullMarked
package org.debitcredit.checkpoint;

import org.jspecify.annotations.NullMarked;
