package org.debitcredit.terminal.tpcc;

import java.util.Locale;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.TpccScale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is loaded. */
final class LoadOptions {

    private static final long LOAD_SEED = 1;

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            description = "Number of warehouses that are loaded, 1 to 10,000 (default: 1).")
    private @Nullable Integer warehouses;

    /** Whether a number was given. */
    boolean isGiven() {
        return warehouses != null;
    }

    /** What is loaded. */
    TpccScale scale() {
        int count = warehouses == null ? 1 : warehouses;
        return WrongUsage.unless(() -> TpccScale.ofWarehouses(count));
    }

    /** Loads, with a line of progress every two seconds; returns how many seconds that took. */
    double load(TpccClient client) {
        TpccScale scale = scale();
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
