/**
 * The journal in recycled segments: files of one length, written whole once and then overwritten in a circle.
 */
@NullMarked
package org.debitcredit.journal.segment;

import org.jspecify.annotations.NullMarked;
