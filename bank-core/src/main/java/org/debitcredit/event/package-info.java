/**
 * What a bank reports to metrics, logs and health: one type of event, and consumers of it.
 */
@NullMarked
package org.debitcredit.event;

import org.jspecify.annotations.NullMarked;
