package org.debitcredit.server.command;

import picocli.CommandLine.Command;

/** {@code tpcc}: of the workload derived from TPC-C, this jar has the server. */
@Command(
        name = "tpcc",
        description = "The server of the workload derived from TPC-C.",
        mixinStandardHelpOptions = true,
        subcommands = TpccServeCommand.class)
final class TpccCommand {}
