/**
 * The network bus home: answers travel from the writer's thread to the event loops in groups.
 */
@NullMarked
package org.debitcredit.server.loop;

import org.jspecify.annotations.NullMarked;
