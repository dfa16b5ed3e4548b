/**
 * The command line: one class per subcommand. Spring starts only for {@code serve}.
 */
@NullMarked
package org.debitcredit.server.command;

import org.jspecify.annotations.NullMarked;
