package org.debitcredit.terminal.tpcc;

import java.nio.file.Path;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.jspecify.annotations.Nullable;

/** A loaded server and the connection to it: one that runs already, or one that is started, loaded and stopped here. */
final class Endpoint implements AutoCloseable {

    private final TpccClient client;
    private final @Nullable TpccServerProcess process;

    private Endpoint(TpccClient client, @Nullable TpccServerProcess process) {
        this.client = client;
        this.process = process;
    }

    /** Connects, or starts a server and loads it. */
    static Endpoint open(ServerOptions options, LoadOptions load, String database, Path folder, Talk talk) {
        if (options.hasUrl()) {
            return new Endpoint(options.connect(), null);
        }
        // Without what comes after ? or ;, which may hold a password.
        talk.say("starting a server of %s", database.replaceFirst("[?;].*", ""));
        TpccServerProcess process =
                TpccServerProcess.start(database, load.scale().warehouses(), folder.resolve("server.log"));
        try {
            Endpoint started = new Endpoint(new TpccClient(process.address(), null), process);
            talk.say("loaded in %.1f s", load.load(started.client));
            return started;
        } catch (RunFailure failed) {
            RunFailure told = explained(failed, process);
            process.close();
            throw told;
        } catch (RuntimeException failed) {
            process.close();
            throw failed;
        }
    }

    TpccClient client() {
        return client;
    }

    /** Whether its database was loaded here, so that this command may also check it. */
    boolean isOwn() {
        return process != null;
    }

    /** The failure of a run, with the path of the server's log if the server was started here. */
    RunFailure explained(RunFailure failure) {
        return process == null ? failure : explained(failure, process);
    }

    private static RunFailure explained(RunFailure failure, TpccServerProcess process) {
        return new RunFailure(failure.getMessage() + "; " + process.state(), failure);
    }

    /**
     * What is loaded.
     *
     * @throws RunFailure if nothing is
     */
    DescribeResponse describe() {
        DescribeResponse server = client.describe();
        if (server.getWarehouses() < 1) {
            throw new RunFailure(
                    "nothing is loaded at this server, or a load has not ended; load it by ./bank tpcc load");
        }
        return server;
    }

    @Override
    public void close() {
        client.close();
        if (process != null) {
            process.close();
        }
    }
}
