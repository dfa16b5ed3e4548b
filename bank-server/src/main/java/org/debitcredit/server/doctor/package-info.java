/** What an operator should know before a start: how long this machine and these settings last at a rate. */
@NullMarked
package org.debitcredit.server.doctor;

import org.jspecify.annotations.NullMarked;
