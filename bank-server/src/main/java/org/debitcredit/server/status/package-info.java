/**
 * What the service shows of itself: one report per second, of which the console, {@code bank status} and the meters are
 * views.
 */
@NullMarked
package org.debitcredit.server.status;

import org.jspecify.annotations.NullMarked;
