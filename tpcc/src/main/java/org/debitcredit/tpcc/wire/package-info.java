/** Requests and answers as messages of {@code tpcc/v1}, in both directions: for the server and for its client. */
@NullMarked
package org.debitcredit.tpcc.wire;

import org.jspecify.annotations.NullMarked;
