/** The server's configuration, which is checked before anything is opened. */
@NullMarked
package org.debitcredit.server.settings;

import org.jspecify.annotations.NullMarked;
