package org.debitcredit.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.streams.RemoteStreams;
import org.debitcredit.streams.Second;
import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;

/**
 * One step of load: terminals that send again as soon as they are answered, first for a warm-up and then measured.
 *
 * @param machine whose counters are read
 * @param device on which the bank is
 * @param warmUp before anything is counted
 * @param measured how long is counted
 * @param listener receives each second, also of the warm-up
 */
record LoadStep(MachineReader machine, String device, Duration warmUp, Duration measured, Consumer<Second> listener) {

    private static final String LOOPBACK = "127.0.0.1";
    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * What a step showed.
     *
     * @param readings the first at the end of the warm-up, then one for each measured second
     * @param responseSeconds mean response time of a submission
     */
    record Shown(List<Reading> readings, double responseSeconds) {

        Reading first() {
            return readings.get(0);
        }

        Reading last() {
            return readings.get(readings.size() - 1);
        }

        /** What every resource did. */
        StepCounters counters(Setting setting, ProbedCapacities probed) {
            return Use.of(setting, first(), last(), responseSeconds, probed);
        }
    }

    /**
     * Runs the step.
     *
     * @param port to which the terminals connect
     */
    Shown run(Service service, int port, Setting setting) throws IOException {
        StreamSettings streams = new StreamSettings(
                setting.terminals(), setting.batch(), setting.inFlight(), 0, Duration.ZERO, warmUp, measured, 1);
        List<Reading> readings = new ArrayList<>();
        try {
            StreamResult result = RemoteStreams.run(
                            () -> BankClient.plaintext(LOOPBACK, port, BankClient.Options.NONE),
                            Preset.GRAY2005,
                            setting.batch() == 1,
                            streams,
                            second -> {
                                if (!second.measured()) {
                                    // The last one of the warm-up is the first that counts.
                                    readings.clear();
                                }
                                readings.add(reading(service));
                                listener.accept(second);
                            })
                    .result();
            return new Shown(List.copyOf(readings), result.micros().getMean() / MICROS_PER_SECOND);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Reading reading(Service service) {
        try {
            return Reading.of(machine, service, device);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
