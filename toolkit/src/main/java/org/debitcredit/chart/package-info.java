/** Charts as SVG, in pages that need nothing else: no script, no other file. Knows nothing of what it draws. */
@NullMarked
package org.debitcredit.chart;

import org.jspecify.annotations.NullMarked;
