/**
 * The bank as a Java program sees it from outside: columns of requests go out over gRPC, outcomes come back. Uses the
 * vocabulary of {@code transaction} and hides that of {@code wire}.
 */
@NullMarked
package org.debitcredit.client;

import org.jspecify.annotations.NullMarked;
