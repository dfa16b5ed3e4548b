package org.debitcredit.streams;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.workload.DebitCreditWorkload;

/** Streams against a service elsewhere, each over a connection of its own. */
public final class RemoteStreams {

    private RemoteStreams() {}

    /** Opens a connection for a stream. */
    @FunctionalInterface
    public interface Connector {
        BankClient connect();
    }

    /**
     * What a run against a service showed.
     *
     * @param sumsHold whether the bank's four sums were equal at the end
     */
    public record Outcome(StreamResult result, BankScale scale, boolean sumsHold) {}

    /**
     * Runs streams against a service. Of the machine it counts what this process took.
     *
     * @param callEach whether each transaction is a call of its own; else they go in batches over a stream
     */
    public static Outcome run(
            Connector connector, Preset preset, boolean callEach, StreamSettings settings, SecondListener listener) {
        List<BankClient> clients = new ArrayList<>();
        try {
            StreamRun.Counters counters = new StreamRun.Counters() {
                @Override
                public StreamRun.JournalSample journal() {
                    return new StreamRun.JournalSample(0, 0, 0);
                }

                @Override
                public MachineCounters machine() {
                    return MachineCounters.read("");
                }
            };
            for (int i = 0; i < settings.streams(); i++) {
                clients.add(connector.connect());
            }
            BankScale scale = clients.get(0).scale();
            StreamResult result = new StreamRun(
                            settings,
                            stream -> callEach
                                    ? RemoteSlots.call(clients.get(stream))
                                    : RemoteSlots.batch(clients.get(stream), settings.batch()),
                            new DebitCreditWorkload(scale, preset, settings.seed()),
                            counters,
                            listener)
                    .run();
            return new Outcome(result, scale, clients.get(0).sumsHold());
        } finally {
            clients.forEach(BankClient::close);
        }
    }
}
