/** What the pages that show a run's figures have in common: HTML that is also XML. */
@NullMarked
package org.debitcredit.page;

import org.jspecify.annotations.NullMarked;
