/**
 * The Java client of the bank. It sends columns of requests over gRPC and receives outcomes. It uses the types of
 * {@code transaction} and hides those of {@code wire}.
 */
@NullMarked
package org.debitcredit.client;

import org.jspecify.annotations.NullMarked;
