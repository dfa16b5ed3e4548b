/** A bank embedded in a process of somebody else's: what docs/how-to/embed-the-engine.md shows. */
@NullMarked
package org.debitcredit.embedded;

import org.jspecify.annotations.NullMarked;
