package org.debitcredit.terminal.tpcc;

import java.util.concurrent.Callable;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.tpcc.report.FiguresJson;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tpcc load}. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Load warehouses into the server's database, from where an earlier load stopped.")
final class LoadCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Override
    public Integer call() {
        load.scale();
        try (TpccClient client = server.connect()) {
            double seconds = load.load(client);
            DescribeResponse loaded = client.describe();
            Talk.of(server.isJson())
                    .say(
                            "%,d warehouses are loaded, in %.1f s: %s",
                            loaded.getWarehouses(), seconds, loaded.getDatabase());
            if (server.isJson()) {
                System.out.println(FiguresJson.of(loaded, seconds));
            }
            return 0;
        }
    }
}
