/** Charts as SVG in self-contained pages: no script, no other file. The charts are independent of their subject. */
@NullMarked
package org.debitcredit.chart;

import org.jspecify.annotations.NullMarked;
