/** The audit log: who was refused, and what operators did. */
@NullMarked
package org.debitcredit.server.audit;

import org.jspecify.annotations.NullMarked;
