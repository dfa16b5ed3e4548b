package org.debitcredit.terminal.tpcc;

import java.util.Locale;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.TpccScale;
import picocli.CommandLine.Option;

/** What is loaded. */
final class LoadOptions {

    private static final long LOAD_SEED = 1;

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            description = "Number of warehouses that are loaded, 1 to 10,000 (default: ${DEFAULT-VALUE}).")
    private int warehouses = 1;

    /** Loads, with a line of progress every two seconds; returns after how many seconds. */
    double load(TpccClient client) {
        TpccScale scale = WrongUsage.unless(() -> TpccScale.ofWarehouses(warehouses));
        ProgressLines lines = ProgressLines.ofCommand();
        long begin = System.nanoTime();
        client.load(
                scale.warehouses(),
                LOAD_SEED,
                progress -> lines.at(() -> String.format(
                        Locale.ROOT,
                        "loading %s: %,d of %,d rows",
                        progress.getTable(),
                        progress.getRowsLoaded(),
                        progress.getRowsTotal())));
        return (System.nanoTime() - begin) / 1e9;
    }
}
