/** The answers that REST and gRPC share: reasons with their status in both, and their texts. */
@NullMarked
package org.debitcredit.server.answer;

import org.jspecify.annotations.NullMarked;
