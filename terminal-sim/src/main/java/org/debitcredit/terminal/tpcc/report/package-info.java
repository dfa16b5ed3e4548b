/** What a run or a sweep showed, as one JSON object, as CSV and as a page with the source's two figures. */
@NullMarked
package org.debitcredit.terminal.tpcc.report;

import org.jspecify.annotations.NullMarked;
