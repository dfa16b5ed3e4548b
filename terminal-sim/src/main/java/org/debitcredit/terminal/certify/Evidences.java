package org.debitcredit.terminal.certify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.BankScale;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Responses;
import org.debitcredit.terminal.report.MeasuredLoad;
import org.debitcredit.terminal.run.RunResult;

/** What a run measured as the judge takes it: 90 % of each kind of request under two seconds. */
final class Evidences {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private Evidences() {}

    static Evidence of(RunResult result, List<Checkpoint> checkpoints) {
        MergedRecording recording = result.recording();
        long recorded = 0;
        List<Responses> responses = new ArrayList<>();
        for (String kind : recording.kinds()) {
            Histogram micros = recording.of(kind).fromIntended();
            if (micros.getTotalCount() > 0) {
                recorded += micros.getTotalCount();
                responses.add(new Responses(kind, MeasuredLoad.p90(result, kind), LIMIT));
            }
        }
        return new Evidence(
                result.traffic(),
                recorded,
                responses,
                recording.medians(),
                result.load(),
                scalePerSecond(result.bank().scale()),
                recording.lateness(),
                result.stolenShare(),
                checkpoints);
    }

    /** The most transactions a second that a bank of this size may report. */
    static double scalePerSecond(BankScale scale) {
        return scale.accounts() / (double) CertifyPlan.ACCOUNTS_PER_TPS;
    }
}
