/**
 * A bank's data directory: where each of its files is, and how they are opened, alone or with a mirror, by a server
 * or for reading while no server uses them.
 */
@NullMarked
package org.debitcredit.directory;

import org.jspecify.annotations.NullMarked;
