package org.debitcredit.terminal.tpcc;

import picocli.CommandLine.Command;

/** {@code tpcc}: the client of a workload derived from TPC-C. */
@Command(
        name = "tpcc",
        mixinStandardHelpOptions = true,
        description =
                "A workload derived from TPC-C 5.11, over gRPC and on a real SQL database. ./bank tpcc serve starts its "
                        + "server; the other commands use it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {LoadCommand.class, RunCommand.class, CheckCommand.class, TpccSweepCommand.class},
        footer = {"", "The options of the server: ./bank tpcc serve --help"})
public final class TpccCommand {}
