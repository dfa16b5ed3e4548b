/**
 * The change stream: reads the durable transactions of a running bank in order, from a cursor that the reader keeps. It
 * reads the journal's files and the archive, never the writer's memory, and keeps no file for anyone.
 */
@NullMarked
package org.debitcredit.follow;

import org.jspecify.annotations.NullMarked;
