/**
 * The report of a run: what it discloses, and its page. One self-contained HTML file, and the same as JSON.
 *
 * <pre>
 *   run, certify ──▶ Disclosure ──▶ page, JSON
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.report;

import org.jspecify.annotations.NullMarked;
