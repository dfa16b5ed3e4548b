/** The counters that Linux keeps of a machine and its processes ({@code proc(5)}), read as text and parsed. */
@NullMarked
package org.debitcredit.counters;

import org.jspecify.annotations.NullMarked;
