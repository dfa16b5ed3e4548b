/** Which build this is: what {@code --version} of every command prints. Needs picocli, which this module's users bring. */
@NullMarked
package org.debitcredit.version;

import org.jspecify.annotations.NullMarked;
