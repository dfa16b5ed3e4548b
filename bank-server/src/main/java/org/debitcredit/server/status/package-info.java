/**
 * What the service shows of itself: one report per second, which the console and {@code bank status} display, and the
 * meters of disks, files, backups and build.
 */
@NullMarked
package org.debitcredit.server.status;

import org.jspecify.annotations.NullMarked;
