/**
 * This service as one region of a nationwide bank: its connections to the other regions, and the threads that read the
 * change streams and settle what is in transit. What is done is decided in {@link org.debitcredit.region}.
 */
@NullMarked
package org.debitcredit.server.region;

import org.jspecify.annotations.NullMarked;
