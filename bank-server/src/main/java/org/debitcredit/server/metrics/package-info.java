/** The meters and the log of the engine, the meters of response times, and the page that shows all meters. */
@NullMarked
package org.debitcredit.server.metrics;

import org.jspecify.annotations.NullMarked;
