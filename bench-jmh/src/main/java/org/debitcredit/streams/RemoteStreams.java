package org.debitcredit.streams;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.ServedBank;
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
     * @param bank as its service described it before
     * @param sumsHold whether the bank's four sums were equal at the end
     */
    public record Outcome(StreamResult result, ServedBank bank, boolean sumsHold) {}

    /**
     * Runs streams against a service. Forces and bytes of the journal are those of the service, including other
     * clients; the longest force is unknown. Machine counters are those of this process.
     *
     * @param callEach whether each transaction is a separate call; otherwise they are sent in batches over a stream
     * @throws io.grpc.StatusRuntimeException when the service is not there, or does not let the client in
     * @throws IllegalStateException when a stream broke off, or an answer was not the one that a DebitCredit always
     *     gets
     */
    public static Outcome run(
            Connector connector, Preset preset, boolean callEach, StreamSettings settings, SecondListener listener) {
        List<BankClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < settings.streams(); i++) {
                clients.add(connector.connect());
            }
            BankClient first = clients.get(0);
            ServedBank bank = first.bank();
            // The sums are also requested before the run, so that a missing role is detected at once.
            first.sumsHold();
            StreamResult result = new StreamRun(
                            settings,
                            stream -> callEach
                                    ? RemoteSlots.call(clients.get(stream))
                                    : RemoteSlots.batch(clients.get(stream), settings.batch()),
                            new DebitCreditWorkload(bank.scale(), preset, settings.seed()),
                            counters(first),
                            listener)
                    .run();
            return new Outcome(result, bank, first.sumsHold());
        } finally {
            clients.forEach(BankClient::close);
        }
    }

    private static StreamRun.Counters counters(BankClient client) {
        return new StreamRun.Counters() {
            @Override
            public StreamRun.JournalSample journal() {
                ServedBank now = client.bank();
                return new StreamRun.JournalSample(now.forces(), now.journalBytes(), 0);
            }

            @Override
            public MachineCounters machine() {
                return MachineCounters.read("");
            }
        };
    }
}
