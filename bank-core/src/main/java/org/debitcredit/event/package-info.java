/** The events that a bank reports to metrics, logs and health. */
@NullMarked
package org.debitcredit.event;

import org.jspecify.annotations.NullMarked;
