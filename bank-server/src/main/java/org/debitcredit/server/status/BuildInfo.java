package org.debitcredit.server.status;

/**
 * What runs here.
 *
 * @param revision of git, abbreviated; {@code unknown} for a build outside of a work tree
 */
record BuildInfo(String version, String revision) {}
