package org.debitcredit.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.JournalActivity;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Totals;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.workload.DebitCreditWorkload;

/** Streams against a bank in this process. */
public final class EngineStreams {

    private EngineStreams() {}

    /**
     * The result of a run in process.
     *
     * @param totals the four sums at the end
     */
    public record Outcome(StreamResult result, Totals totals) {}

    /**
     * Opens a bank, runs streams on it, adds it up and closes it.
     *
     * @throws IllegalStateException when an answer was not the one that a DebitCredit always gets
     */
    public static Outcome run(
            BankSettings bankSettings,
            Preset preset,
            LedgerOpener ledger,
            StreamSettings settings,
            SecondListener listener,
            Progress progress)
            throws IOException {
        try (RunningBank bank = RunningBank.open(bankSettings, ledger, BankEvent.IGNORE, progress)) {
            JournalActivity journal = bank.engine().journal();
            String device = Files.getFileStore(bankSettings.data()).name();
            StreamRun.Counters counters = new StreamRun.Counters() {
                @Override
                public StreamRun.JournalSample journal() {
                    return new StreamRun.JournalSample(
                            journal.forces(), journal.bytes(), journal.takeLongestForceNanos());
                }

                @Override
                public MachineCounters machine() {
                    return MachineCounters.read(device);
                }
            };
            DebitCreditWorkload workload = new DebitCreditWorkload(bankSettings.scale(), preset, settings.seed());
            StreamResult result = new StreamRun(
                            settings,
                            stream -> EngineSlots.of(bank.engine(), settings.batch()),
                            workload,
                            counters,
                            listener)
                    .run();
            return new Outcome(result, totals(bank));
        }
    }

    private static Totals totals(RunningBank bank) {
        CompletableFuture<Inquiry.Sums> answer = new CompletableFuture<>();
        if (!bank.engine().submit(new Inquiry.Sums(answer::complete))) {
            throw new IllegalStateException("the ring is full although no request is sent any more");
        }
        return answer.join().totals();
    }
}
