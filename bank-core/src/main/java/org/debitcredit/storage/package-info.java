/**
 * Directories and files on a medium, as a parameter: the parts of a file system that journal and snapshots need, in one
 * interface that a simulator can implement. {@link org.debitcredit.storage.DiskFolder} is the real one.
 *
 * <pre>
 *   Folder ── names ──▶ DataFile ── bytes, by position
 *     force(): which names exist      force(): which bytes a file holds
 * </pre>
 *
 * Nothing is sure to survive a power cut before both forces have returned.
 */
@NullMarked
package org.debitcredit.storage;

import org.jspecify.annotations.NullMarked;
