/** Connects the event loops with the engine: requests are submitted one by one, and answers return in groups. */
@NullMarked
package org.debitcredit.server.loop;

import org.jspecify.annotations.NullMarked;
