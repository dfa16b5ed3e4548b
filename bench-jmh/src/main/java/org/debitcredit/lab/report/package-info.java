/** The result of the lab as a page, with the words that the command line prints, too. */
@NullMarked
package org.debitcredit.lab.report;

import org.jspecify.annotations.NullMarked;
