package org.debitcredit.terminal.run;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.console.Talk;

/** Prints a line about the run every two seconds at first and every ten later, until it is stopped. */
final class RunProgress {

    private static final long PERIOD_SECONDS = 2;
    private static final long FIRST_SECONDS = 30;
    private static final long LATER_PERIOD_SECONDS = 10;

    private final Run run;
    private final Talk talk;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    RunProgress(Run run, Talk talk) {
        this.run = run;
        this.talk = talk;
        timer.scheduleAtFixedRate(this::tell, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private void tell() {
        long nanos = run.nanos();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        if (nanos == 0 || (seconds > FIRST_SECONDS && seconds % LATER_PERIOD_SECONDS >= PERIOD_SECONDS)) {
            return;
        }
        talk.say(
                "  %,4d s of %,d s, %s: %,d terminals active, %,d answers, %,d failed",
                seconds,
                TimeUnit.NANOSECONDS.toSeconds(run.endNanos()),
                run.plan().phases().nameAt(nanos),
                run.active(),
                run.answers(),
                run.failures());
        IOException unwritable = run.unwritable();
        if (unwritable != null) {
            talk.say("  this run will end without a result, because its files cannot be written: %s", unwritable);
        }
    }

    void stop() {
        timer.shutdownNow();
    }
}
