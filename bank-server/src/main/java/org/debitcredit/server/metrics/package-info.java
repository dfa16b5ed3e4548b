/**
 * The meters and the log of the engine.
 */
@NullMarked
package org.debitcredit.server.metrics;

import org.jspecify.annotations.NullMarked;
