/**
 * gRPC as {@code bank/v1/bank.proto} draws it.
 */
@NullMarked
package org.debitcredit.server.grpc;

import org.jspecify.annotations.NullMarked;
