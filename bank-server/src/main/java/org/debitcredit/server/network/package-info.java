/** Connections of both transports: their number, their time limits, and the rules for HTTP requests. */
@NullMarked
package org.debitcredit.server.network;

import org.jspecify.annotations.NullMarked;
