/** The gRPC service of {@code bank/v1/bank.proto}. */
@NullMarked
package org.debitcredit.server.grpc;

import org.jspecify.annotations.NullMarked;
