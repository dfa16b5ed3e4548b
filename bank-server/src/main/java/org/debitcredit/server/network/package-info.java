/**
 * The connections of both transports: how many there may be, for how long, and which HTTP requests are taken at all.
 */
@NullMarked
package org.debitcredit.server.network;

import org.jspecify.annotations.NullMarked;
