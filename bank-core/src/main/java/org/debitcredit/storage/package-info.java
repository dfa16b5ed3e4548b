/**
 * Directories and files on a medium, as a parameter: what journal and snapshots need of a file system, in one interface
 * that a simulator can play. {@link org.debitcredit.storage.DiskFolder} is the real one.
 *
 * <pre>
 *   Folder ── names ──▶ DataFile ── bytes, by position
 *     force(): which names exist      force(): which bytes a file holds
 * </pre>
 *
 * Nothing survives a power cut before both forces have returned.
 */
@NullMarked
package org.debitcredit.storage;

import org.jspecify.annotations.NullMarked;
