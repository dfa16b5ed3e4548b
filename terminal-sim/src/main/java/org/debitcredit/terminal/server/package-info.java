/** Bank servers as processes of their own. */
@NullMarked
package org.debitcredit.terminal.server;

import org.jspecify.annotations.NullMarked;
