/**
 * The command line: one class per subcommand. Spring Boot runs for {@code serve} and {@code tpcc-serve}, and without a
 * network for {@code found} and {@code doctor}, which only read the configuration by it.
 */
@NullMarked
package org.debitcredit.server.command;

import org.jspecify.annotations.NullMarked;
