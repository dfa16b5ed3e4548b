/**
 * What an operator sets for a bank: its journal, its snapshots, and the disk space it may take.
 */
@NullMarked
package org.debitcredit.settings;

import org.jspecify.annotations.NullMarked;
