/** The ids by which a request is found again in its answer, in the log and in the audit log. */
@NullMarked
package org.debitcredit.server.trace;

import org.jspecify.annotations.NullMarked;
