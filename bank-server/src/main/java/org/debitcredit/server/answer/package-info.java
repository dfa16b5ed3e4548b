/**
 * The vocabulary that REST and gRPC share: reasons with their status in either, and what is said to people.
 */
@NullMarked
package org.debitcredit.server.answer;

import org.jspecify.annotations.NullMarked;
