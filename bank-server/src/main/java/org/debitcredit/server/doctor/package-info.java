/** What an operator should know before a start: whether this machine and these settings suffice for a given rate. */
@NullMarked
package org.debitcredit.server.doctor;

import org.jspecify.annotations.NullMarked;
