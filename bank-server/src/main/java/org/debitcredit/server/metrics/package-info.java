/**
 * What Micrometer and the log are told of the engine.
 */
@NullMarked
package org.debitcredit.server.metrics;

import org.jspecify.annotations.NullMarked;
