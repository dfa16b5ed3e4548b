/**
 * From the event loops into the engine and back: requests go in one by one, and answers come back in groups.
 */
@NullMarked
package org.debitcredit.server.loop;

import org.jspecify.annotations.NullMarked;
