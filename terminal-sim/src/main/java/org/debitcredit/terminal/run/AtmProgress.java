package org.debitcredit.terminal.run;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.debitcredit.measure.Latency;
import org.debitcredit.terminal.console.Talk;

/** Prints a line about the run every few seconds, until it is stopped. */
public final class AtmProgress {

    private static final long PERIOD_SECONDS = 5;

    private final TerminalRun run;
    private final Talk talk;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    public AtmProgress(TerminalRun run, Talk talk) {
        this.run = run;
        this.talk = talk;
        timer.scheduleAtFixedRate(this::tell, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private void tell() {
        if (run.elapsedNanos() == 0) {
            return;
        }
        Latency latency = run.responseTimes().overall();
        talk.say(
                "  %,4d s of %,d s: %,d terminals active, %,d answers, %,d failed, p90 %,.1f ms",
                TimeUnit.NANOSECONDS.toSeconds(run.elapsedNanos()),
                TimeUnit.NANOSECONDS.toSeconds(run.lengthNanos()),
                run.active(),
                latency.count(),
                run.failures().total(),
                latency.p90Millis());
    }

    public void stop() {
        timer.shutdownNow();
    }
}
